// Plays what the ledger's own fold has worked out: each step carries what it changed, nothing is decided here. The board's
// script comes before this one in the same module.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const steps = data.steps, byId = id => document.getElementById(id);
  const make = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const end = steps.length ? steps[steps.length - 1].t : 0;

  // The time axis: the ledger's time, the source's time of an import, or picks if no times are known.
  const isLive = data.course === "ledger", goesByPicks = data.course === "picks";

  // Playback shortens long waits; a live draft's own time continues from the last step.
  const actual = () => at < 0 ? 0 : steps[at].a + (now - steps[at].t);

  // Times are microseconds: what the ledger has, to the last digit.
  const instant = micros => {
    const whole = data.base + micros, ms = Math.floor(whole / 1000);
    return new Date(ms).toISOString().replace("Z", String(whole - ms * 1000).padStart(3, "0") + "Z");
  };
  /// The time of a step in the draft's own time, "" if its source does not state it.
  const momentOf = step => step.a === undefined ? "" : instant(step.a);
  const span = micros => {
    const seconds = Math.abs(micros) / 1e6, hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    const rest = hours ? String(Math.floor(seconds % 60)).padStart(2, "0") : (seconds % 60).toFixed(seconds < 10 ? 1 : 0);
    const text = hours ? hours + ":" + String(minutes).padStart(2, "0") + ":" + rest
      : minutes ? minutes + ":" + rest.padStart(2, "0") : rest;
    return (micros < 0 ? "-" : "") + text;
  };

  // The board as the steps up to `at` leave it.
  const fresh = () => ({ cells: new Array(data.cells.length).fill(null), status: "", on: 0, clock: null, paused: false, queue: [], latest: 0 });
  let model = fresh(), at = -1, now = 0, playing = false, lastFrame = 0;
  const apply = step => {
    for (const [cell, player, source] of step.c || []) {
      model.cells[cell] = player === null && source === null ? null : [player, source];
    }
    if (step.m) model.latest = step.m;
    if ("s" in step) model.status = step.s;
    if ("on" in step) model.on = step.on;
    if ("k" in step) model.clock = step.k;
    if ("q" in step) model.queue = step.q;
  };
  const seek = index => {
    index = Math.max(-1, Math.min(steps.length - 1, index));
    if (index < at) { model = fresh(); at = -1; }
    while (at < index) apply(steps[++at]);
  };
  /// The last step at or before a time.
  const stepAt = time => {
    let low = 0, high = steps.length;
    while (low < high) { const middle = (low + high) >> 1; if (steps[middle].t <= time) low = middle + 1; else high = middle; }
    return low - 1;
  };

  // The board, made once. Teams without known picks in an import take little space.
  const pickCount = data.teams * data.rounds;
  const board = new Board(byId("board"), {
    teams: data.teams, rounds: data.rounds, label: pick => data.cells[pick - 1].label, slotOf: pick => data.cells[pick - 1].slot,
    unknown: data.slots.map(slot => slot.entry === null && slot.name === "not known"),
  });
  const heads = data.slots.map((slot, index) => ({
    name: slot.name, isOwn: data.viewer !== null && slot.seat === data.viewer,
    title: "Position " + (index + 1) + ": " + slot.name + (slot.entry ? ", entry " + slot.entry : ""),
  }));
  const drawCell = pick => {
    const content = model.cells[pick - 1], isTurn = model.on === pick;
    const listing = content && data.players[content[0]];
    board.draw(pick, content && {
      player: listing ? { player: content[0], name: listing[0], position: listing[1], team: listing[2] } : null,
      source: content[1], corrected: content[1] === "corrected",
    }, { isTurn, isLatest: !isTurn && model.latest === pick });
  };

  // Relative to the draft's start; the date and time if the start is unknown because picks lack times.
  const beginning = steps.length && !goesByPicks ? steps[data.start].a : undefined;
  const timeOf = step => step.a === undefined ? ""
    : beginning === undefined ? instant(step.a).slice(0, 19).replace("T", " ") : span(step.a - beginning);

  // The event list, made once; ticks are steps of the clock and not of the list.
  const list = byId("events"), rows = [];
  steps.forEach((step, index) => {
    if (!step.x) return;
    const li = make("li", step.g || ""), text = make("p", "", step.x);
    const place = make("span", "place", step.p + (step.v ? " · v" + step.v : ""));
    place.title = "Position in the ledger, version in the stream";
    const time = make("time", "", timeOf(step));
    time.title = isLive ? "Recorded " + instant(step.a) + (step.o === undefined ? "" : "\nArrived " + instant(step.o))
      : (step.a === undefined ? "" : "Occurred " + instant(step.a) + "\n") + "Recorded " + instant(step.r);
    const what = make("div"); what.append(text);
    if (step.h) { const code = make("code", "", step.h); code.title = "SHA-256 of the record in the tree: " + step.h; what.append(code); }
    li.append(place, time, what);
    li.dataset.kind = step.g || (step.m ? "pick" : "");
    li.addEventListener("click", () => { stop(); go(index); });
    rows.push([index, li]); list.append(li);
  });
  const filters = [["All", null], ["Picks", "pick"], ["Refusals", "refusal"], ["Corrections", "correction"], ["Pauses", "pause"]];
  const bar = document.querySelector(".filters");
  filters.forEach(([label, kind], index) => {
    const count = kind ? rows.filter(([, li]) => li.dataset.kind === kind).length : rows.length;
    const button = make("button", "", label + " " + count);
    button.setAttribute("aria-pressed", index === 0);
    button.addEventListener("click", () => {
      for (const other of bar.children) other.setAttribute("aria-pressed", other === button);
      for (const [, li] of rows) li.hidden = !!kind && li.dataset.kind !== kind;
    });
    bar.append(button);
  });
  let current = null, listedAt = null;
  const drawEvents = () => {
    if (listedAt === at) return;
    listedAt = at;
    let latest = null;
    for (const [index, li] of rows) { li.classList.toggle("later", index > at); if (index <= at) latest = li; }
    if (latest === current) return;
    if (current) current.classList.remove("now");
    current = latest;
    if (!current) return;
    current.classList.add("now");
    if (!current.hidden) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
  };

  const drawClock = () => {
    const clock = byId("clock"), running = model.status === "active" ? model.clock : null;
    let state = "idle", text = "–";
    if (running) {
      const left = running[0] - actual();
      state = actual() > running[1] ? "autopick" : left < 0 ? "grace" : left <= data.critical ? "critical" : left <= data.warning ? "warning" : "active";
      text = left < 0 ? "+" + span(-left) : span(left);
    } else if (model.clock && model.status === "paused") text = "Ⅱ";
    clock.className = state; clock.textContent = text;
    clock.append(make("small", "", state));
    const slot = model.on ? data.cells[model.on - 1] : null;
    byId("turn").textContent = slot ? slot.label + ": " + data.slots[slot.slot].name : "";
    board.drawHeads(heads, slot ? slot.slot : null);
  };
  const drawQueue = () => {
    if (data.viewer === null) return;
    const section = byId("queue"), ol = section.querySelector("ol");
    section.hidden = false; ol.textContent = "";
    const taken = new Set(model.cells.filter(Boolean).map(cell => cell[0]));
    for (const player of model.queue) {
      const listing = data.players[player] || ["player " + player, "", ""];
      ol.append(make("li", taken.has(player) ? "taken" : "", listing[0] + (listing[1] ? ", " + listing[1] : "")));
    }
    section.querySelector("h2").textContent = "Queue of seat " + data.viewer + (model.queue.length ? "" : ": empty");
  };
  // The day of the draft in words; the exact times are in the list.
  const startedOn = steps.length && !goesByPicks && steps[data.start].a !== undefined
    ? new Date((data.base + steps[data.start].a) / 1000).toLocaleDateString(undefined, { dateStyle: "long" }) : "";
  const drawMoment = () => {
    const moment = byId("moment"), exact = at < 0 ? "" : isLive ? instant(Math.round(actual())) : momentOf(steps[at]);
    // A draft that was held here is replayed by the reader's clock; of others the source's own times are shown.
    moment.textContent = exact && isLive ? new Date(exact.slice(0, 23) + "Z").toLocaleTimeString(undefined, { timeStyle: "medium" }) : exact;
    moment.title = exact;
  };
  const draw = () => {
    for (let pick = 1; pick <= pickCount; pick++) drawCell(pick);
    drawClock(); drawEvents(); drawQueue();
    const made = model.cells.filter(Boolean).length;
    byId("status").textContent = [data.subtitle, startedOn, model.status || "before the draft", made + " of " + pickCount + " picks"].filter(Boolean).join(" · ");
    byId("time").value = end ? now / end * 1000 : 0;
    byId("pick").value = made; byId("pickNumber").textContent = made;
    drawMoment();
    document.documentElement.dataset.position = at < 0 ? "" : steps[at].p;
  };
  const go = index => { seek(index); now = at < 0 ? 0 : steps[at].t; draw(); };
  const goTime = time => { now = Math.max(0, Math.min(end, time)); seek(stepAt(now)); draw(); };
  // Right after a pick, with the next slot's clock, which starts in the same append.
  const goPick = pick => {
    const index = pick > 0 ? data.pickSteps[Math.min(pick, data.pickSteps.length) - 1] : data.start;
    const following = steps[index + 1];
    go(following && following.k && following.t === steps[index].t ? index + 1 : index);
  };

  // Playing: virtual time runs at the speed, or one pick a second.
  const speeds = [["1×", 1], ["5×", 5], ["20×", 20], ["60×", 60], ["300×", 300], ["1 pick a second", 0]];
  const speed = byId("speed");
  speeds.forEach(([label, factor]) => { const option = make("option", "", label); option.value = factor; speed.append(option); });
  speed.value = isLive ? "20" : "0";
  const isPick = index => !!steps[index].m;
  const frame = stamp => {
    if (!playing) return;
    const passed = Math.min(stamp - lastFrame, 250);
    const factor = Number(speed.value);
    if (factor) {
      lastFrame = stamp;
      goTime(now + passed * 1000 * factor);
    } else if (stamp - lastFrame >= 1000) {
      lastFrame = stamp;
      let index = at + 1;
      while (index < steps.length - 1 && !isPick(index)) index++;
      go(index);
    }
    if (at >= steps.length - 1) return stop();
    requestAnimationFrame(frame);
  };
  const stop = () => { playing = false; showPlaying(); };
  const showPlaying = () => { byId("play").textContent = playing ? "Ⅱ" : "▶︎"; byId("play").setAttribute("aria-label", playing ? "Pause" : "Play"); };
  const toggle = () => {
    if (playing) return stop();
    if (at >= steps.length - 1) go(data.start);
    playing = true; showPlaying();
    lastFrame = performance.now();
    requestAnimationFrame(frame);
  };
  const nextListed = (from, direction, wanted) => {
    let index = from + direction;
    while (index >= 0 && index < steps.length && !wanted(index)) index += direction;
    return index;
  };
  const onEvent = direction => { stop(); go(nextListed(at, direction, index => !!steps[index].x)); };
  const onPick = direction => { stop(); go(nextListed(at, direction, isPick)); };

  byId("first").onclick = () => { stop(); go(-1); };
  byId("last").onclick = () => { stop(); go(steps.length - 1); };
  byId("back").onclick = () => onEvent(-1);
  byId("next").onclick = () => onEvent(1);
  byId("play").onclick = toggle;
  byId("time").oninput = event => { stop(); goTime(Number(event.target.value) / 1000 * end); };
  byId("pick").max = pickCount;
  byId("pick").oninput = event => { stop(); goPick(Number(event.target.value)); };
  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    const keys = {
      ArrowRight: () => event.shiftKey ? onPick(1) : onEvent(1), ArrowLeft: () => event.shiftKey ? onPick(-1) : onEvent(-1),
      Home: () => { stop(); go(-1); }, End: () => { stop(); go(steps.length - 1); }, " ": toggle,
      "+": () => { speed.selectedIndex = Math.min(speed.length - 1, speed.selectedIndex + 1); },
      "-": () => { speed.selectedIndex = Math.max(0, speed.selectedIndex - 1); },
    };
    if (!keys[event.key] || (event.key === " " && event.target.matches("button"))) return;
    event.preventDefault(); keys[event.key]();
  });

  if (goesByPicks) {
    byId("time").closest("label").hidden = true;
    byId("pick").after(byId("marks"));
  }
  for (const step of steps) {
    if (!step.g || !end) continue;
    const mark = make("i", step.g);
    mark.style.left = step.t / end * 100 + "%";
    byId("marks").append(mark);
  }
  const legend = byId("legend"), item = (...parts) => { const one = make("span"); one.append(...parts); legend.append(one); };
  for (const position of ["QB", "RB", "WR", "TE"]) item(make("i", "swatch " + position), position);
  for (const [letter, words] of Object.values(pickMarks)) item(make("b", "", letter), " " + words);
  item("Space plays; ← → step by events, with Shift by picks.");
  byId("foot").textContent = data.foot;
  const fromAddress = () => {
    const [, what, number] = /^#(pick|pos)=(\d+)$/.exec(location.hash) || [];
    if (what === "pick") goPick(Number(number));
    else if (what === "pos") go(nextListed(steps.length, -1, index => steps[index].p < Number(number)));
    else go(steps.length - 1);
  };
  addEventListener("hashchange", fromAddress);
  fromAddress();
  document.documentElement.dataset.ready = "true";
})();
