/// Names of teams and athletes that do not exist.
enum LeagueNames {
    static let teams: [(abbreviation: String, city: String, nickname: String)] = [
        ("ARB", "Arborfield", "Herons"), ("BRK", "Brackwater", "Pilots"), ("CDV", "Cedarvale", "Foxes"),
        ("DUN", "Dunmore Bay", "Anchors"), ("EAS", "Eastmere", "Larks"), ("FRN", "Fernhill", "Badgers"),
        ("GLN", "Glenrock", "Masons"), ("HBR", "Harborne", "Gulls"), ("ISL", "Isleton", "Divers"),
        ("JNP", "Juniper City", "Comets"), ("KST", "Kestrel Point", "Falconers"), ("LKW", "Lakewend", "Otters"),
        ("MRB", "Marblehurst", "Giants"), ("NRT", "Northgate", "Owls"), ("OAK", "Oakridge", "Rangers"),
        ("PNM", "Pinemont", "Lynxes"), ("QRY", "Quarrytown", "Hammers"), ("RVD", "Riverdale Falls", "Rapids"),
        ("STN", "Stonebridge", "Knights"), ("TMB", "Timberline", "Elks"), ("UPL", "Uplands", "Harriers"),
        ("VLY", "Valley Forks", "Scouts"), ("WST", "Westhaven", "Sailors"), ("XEN", "Xenia Springs", "Sparks"),
        ("YRW", "Yarrow", "Bees"), ("ZPH", "Zephyr Coast", "Winds"), ("ALD", "Alderton", "Millers"),
        ("BWK", "Birchwick", "Ravens"), ("CRN", "Corran Heights", "Stags"), ("DLM", "Dalemoor", "Ponies"),
    ]

    static let first = [
        "Abel", "Bram", "Cato", "Dario", "Emre", "Falk", "Gideon", "Hugo", "Ivo", "Jonas", "Kofi", "Luka", "Milo",
        "Nuri", "Otis", "Pavel", "Quin", "Remy", "Silas", "Tomas", "Udo", "Vito", "Wim", "Xander", "Yann", "Zeno",
    ]

    static let last = [
        "Adler", "Brook", "Carden", "Dove", "Ebersol", "Farrow", "Grange", "Holm", "Ivers", "Jessup", "Kade", "Lorn",
        "Marsh", "Nash-Vale", "Orrin", "Penhale", "Quill", "Rowan", "Sable", "Thorne", "Underhill", "Vance", "Wilder",
        "Yardley", "Zell",
    ]
}
