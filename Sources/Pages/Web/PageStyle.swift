import Reports

/// The page's looks and its only behaviour: what stands in `<style>` and `<script>`. Nothing is loaded from anywhere.
///
/// Dark, as the app, unless the reader's system asks for light pages; positions keep their colours and textures in both.
///
/// A table that is wider than the page has a shadow at the edge where it continues. On paper a heading over a table that may
/// break reaches as far down as its first rows, since browsers let it stand alone at a page's foot otherwise.
enum PageStyle {
    /// The app's design tokens; on paper, ink on white.
    static let css = """
        :root{color-scheme:light dark;--bg:\(Palette.background);--card:\(Palette.card);--text:#fff;--soft:\(Palette.soft);\
        --muted:\(Palette.muted);--brand:\(Palette.brand);--line:#374151;--edge:#2de2c599;
        --qb:\(Palette.quarterback);--rb:\(Palette.runningBack);--wr:\(Palette.wideReceiver);--te:\(Palette.tightEnd);\
        --other:\(Palette.otherPosition);--ink:\(Palette.background)}
        @media(prefers-color-scheme:light){:root{--bg:#f3f4f6;--card:#fff;--text:#101927;--soft:#4b5563;--muted:#6b7280;\
        --brand:#067a69;--line:#d1d5db;--edge:#067a6966}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--bg);color:var(--text);font:15px/1.45 system-ui,-apple-system,"Segoe UI",sans-serif}
        main,header,footer{max-width:1240px;margin:0 auto;padding:16px}
        h1{margin:.2em 0;font-size:1.6rem}h1 span{color:var(--brand)}h2{margin:0 0 2px;font-size:1.1rem}
        p.headline{margin:.2em 0 .4em;font-size:1.25rem;line-height:1.3;max-width:44em;text-wrap:balance}
        .legend{max-width:420px;margin-top:.6em}.defs{position:absolute}
        p{margin:.3em 0}.note,.none,footer,figcaption{color:var(--soft);font-size:.86rem}
        main{columns:370px;column-gap:16px}
        section{background:var(--card);border-radius:12px;padding:14px;margin:0 0 16px;break-inside:avoid}
        section.wide{column-span:all;margin-top:16px}
        svg.chart{display:block;direction:ltr;width:100%;height:auto;max-width:640px}
        svg.chart text{fill:var(--text);font-size:11px;font-family:inherit}
        svg.chart text.soft{fill:var(--soft)}svg.chart text.mid{text-anchor:middle}svg.chart text.end{text-anchor:end}
        svg.chart text.ink{fill:\(Palette.background);font-weight:600}svg.chart text.on{fill:#fff;font-weight:600}
        svg.chart text.strong{font-weight:600}svg.chart .dot{stroke:var(--card);stroke-width:.7}
        svg.chart .rule{stroke:var(--text);stroke-width:1;stroke-dasharray:5 3}
        svg.chart .axis{stroke:var(--line);stroke-width:1}
        .scroll{overflow-x:auto;max-height:420px;overflow-y:auto;\
        background:linear-gradient(90deg,var(--card) 50%,transparent) 0 0/36px 100% no-repeat local,\
        linear-gradient(270deg,var(--card) 50%,transparent) 100% 0/36px 100% no-repeat local,\
        linear-gradient(90deg,var(--edge),transparent) 0 0/18px 100% no-repeat,\
        linear-gradient(270deg,var(--edge),transparent) 100% 0/18px 100% no-repeat}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        th,td{padding:4px 8px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
        td.w,td.t{white-space:normal;overflow-wrap:anywhere;max-width:24em}td.w{min-width:8em}td.t{min-width:2.6em}
        .scroll:focus-visible{outline:2px solid var(--brand)}
        @media(max-width:640px){table{font-size:.82rem}th,td{padding:4px 3px}td.w{max-width:14em;min-width:7em}}
        th{position:sticky;top:0;background:var(--card)}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
        th button{all:unset;cursor:pointer;color:var(--soft);font-weight:600}
        th button:focus-visible{outline:2px solid var(--brand)}
        th[aria-sort] button{color:var(--brand)}th[aria-sort=ascending] button::after{content:" ▲"}
        th[aria-sort=descending] button::after{content:" ▼"}
        ul.facts{list-style:none;display:flex;flex-wrap:wrap;gap:8px 24px;padding:0;margin:.6em 0 0}
        ul.facts b{display:block;font-size:1.25rem}ul.facts li{color:var(--soft)}ul.facts b{color:var(--text)}
        nav{display:flex;flex-wrap:wrap;gap:4px 14px;margin:.8em 0 .4em;font-size:.86rem}nav a{color:var(--brand)}
        dl.shape{display:grid;grid-template-columns:auto 1fr;gap:4px 12px;margin:.4em 0}dl.shape dt{color:var(--soft)}
        dl.shape dd{margin:0;overflow-wrap:anywhere}
        .find{display:flex;gap:8px;max-width:420px}.find input{flex:1;min-width:0}
        .find input,.find select{font:inherit;color:var(--text);background:var(--card);border:1px solid var(--line);\
        border-radius:8px;padding:6px 10px}
        footer{border-top:1px solid var(--line);overflow-wrap:anywhere}
        @media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--text:#111;--soft:#444;--muted:#555;--line:#bbb;--brand:#067a69}
        body{font-size:11px;-webkit-print-color-adjust:exact;print-color-adjust:exact}
        main{columns:2;column-gap:16px}section{border:1px solid #bbb;margin-bottom:12px}
        nav,.find{display:none}section.long{break-inside:auto}.scroll{max-height:none;overflow:visible}th{position:static}tr{break-inside:avoid}
        th,td{padding:2px 4px;white-space:normal}tr.more{display:none}th button{display:contents}
        h2,.note{break-after:avoid}.note+.scroll,h2+.scroll,.paper{break-before:avoid}
        .long h2{break-inside:avoid;padding-bottom:130px;margin-bottom:-128px}}
        @media screen{.paper{display:none}}
        """

    /// The parts of the page that stand in `<style>` and `<script>`, whole: a content security policy names their digests.
    static let inlineStyle = "\n\(css)\n"
    static let inlineScript = "\n\(script)\n"

    /// A click on a heading sorts by its column, a second one the other way round. What is looked for, and a position, hide
    /// the rows that have it not; of a table without positions the position hides none.
    static let script = """
        for(const t of document.querySelectorAll("table"))t.tHead.addEventListener("click",e=>{
        const h=e.target.closest("th");if(!h)return;const i=h.cellIndex,b=t.tBodies[0];
        const up=h.ariaSort?h.ariaSort!=="ascending":!h.classList.contains("n");
        for(const o of t.tHead.rows[0].cells)o.removeAttribute("aria-sort");
        h.setAttribute("aria-sort",up?"ascending":"descending");
        const v=r=>{const c=r.cells[i];return c.dataset.v===undefined?c.textContent:+c.dataset.v};
        const s=[...b.rows].sort((x,y)=>{const p=v(x),q=v(y);
        const d=typeof p==="number"?p-q:p.localeCompare(q);return up?d:-d});b.append(...s)});
        const seek=document.getElementById("find"),group=document.getElementById("position");
        const narrow=()=>{const w=seek.value.trim().toLowerCase(),p=group.value;
        for(const t of document.querySelectorAll("table")){
        const i=[...t.tHead.rows[0].cells].findIndex(c=>c.textContent==="Pos");
        for(const r of t.tBodies[0].rows)
        r.hidden=!r.textContent.toLowerCase().includes(w)||p!==""&&i>=0&&r.cells[i].textContent!==p}};
        if(seek){seek.addEventListener("input",narrow);group.addEventListener("input",narrow)}
        """

    /// Each position has a colour and a texture, so that neither paper nor an eye that takes green for pink loses it.
    static let patterns = """
        <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>
        <pattern id="p-qb" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="\(Palette.quarterback)"/>\
        <path d="M-1,1l2,-2M0,6l6,-6M5,7l2,-2" stroke="\(Palette.background)" stroke-opacity=".45"/></pattern>
        <pattern id="p-rb" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="\(Palette.runningBack)"/>\
        <circle cx="3" cy="3" r="1" fill="\(Palette.background)" fill-opacity=".5"/></pattern>
        <pattern id="p-wr" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="\(Palette.wideReceiver)"/></pattern>
        <pattern id="p-te" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="\(Palette.tightEnd)"/>\
        <path d="M0,3h6" stroke="#fff" stroke-opacity=".5"/></pattern>
        <pattern id="p-other" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="\(Palette.otherPosition)"/>\
        <path d="M0,0l6,6M6,0l-6,6" stroke="#fff" stroke-opacity=".35"/></pattern>
        </defs></svg>
        """
}

extension PositionGroup {
    /// The fill of shapes of the position.
    var fill: String {
        switch self {
        case .quarterback: "url(#p-qb)"
        case .runningBack: "url(#p-rb)"
        case .wideReceiver: "url(#p-wr)"
        case .tightEnd: "url(#p-te)"
        case .other: "url(#p-other)"
        }
    }

    /// The position's plain colour, for lines.
    var color: String {
        switch self {
        case .quarterback: Palette.quarterback
        case .runningBack: Palette.runningBack
        case .wideReceiver: Palette.wideReceiver
        case .tightEnd: Palette.tightEnd
        case .other: Palette.otherPosition
        }
    }

    /// Whether text on its colour has to be light.
    var isDark: Bool { self == .tightEnd || self == .other }
}
