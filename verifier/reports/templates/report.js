(() => {
  const { read, make, meanings, explained, named, lineClass, excerpt, link, opening, listing } = page;

  const extras = (check) => {
    const cell = make("td");
    cell.dataset.label = "Findings";
    if (check.details) {
      const said = make("div");
      const lines = check.details.split("\n");
      said.append(...lines.map((line) => make("span", line, /^[-+] /.test(line) ? `line ${lineClass(line)}` : "line")));
      cell.append(said);
    }
    if (check.evidence) {
      const where = make("div");
      where.append(check.link ? link(check.link, check.evidence) : make("span", check.evidence));
      cell.append(where);
    }
    for (const [title, part] of [["log", check.log], ["data", check.data && { text: check.data }]]) {
      if (!part) continue;
      const fold = make("details");
      fold.append(make("summary", title), excerpt(part, () => ""));
      cell.append(fold);
    }
    return cell;
  };

  const checksTable = (checks) => {
    const table = make("table", null, "checks");
    const head = table.createTHead().insertRow();
    for (const title of ["Check", "Outcome", "Seconds", "Reason", "Findings"]) {
      const cell = make("th", title, title === "Seconds" ? "number" : "");
      cell.scope = "col";
      head.append(cell);
    }
    const body = table.createTBody();
    for (const check of checks) {
      const row = body.insertRow();
      row.append(make("td", check.check));
      row.append(make("td", check.status.replace("_", " "), check.status));
      row.append(make("td", check.seconds.toFixed(2), "number"));
      const reason = make("td");
      if (check.reason) {
        reason.append(explained(check.reason));
        if (meanings[check.reason]) reason.append(make("small", meanings[check.reason]));
      }
      row.append(reason);
      ["Check", "Outcome", "Seconds", "Reason"].forEach((title, at) => { row.cells[at].dataset.label = title; });
      row.append(extras(check));
    }
    return table;
  };

  const diffPart = (body) => {
    if (body.diff) return excerpt(body.diff, lineClass);
    return make("p", body.diff_left_out ? "The page is full; see the file." : "There is no diff.");
  };

  const counterexample = (found) => {
    const node = make("section", null, "counterexample");
    node.append(make("h3", "Counterexample"));
    const facts = make("dl");
    for (const [title, text] of [["Input", found.call || found.entry], ["Base", found.old], ["Candidate", found.new]]) {
      facts.append(make("dt", title), make("dd", text));
    }
    node.append(facts);
    if (found.test) {
      const fold = make("details");
      fold.append(make("summary", `${found.test_class}: passes on the base, fails on the candidate`));
      fold.append(excerpt({ text: found.test }, () => ""));
      node.append(fold);
    }
    return node;
  };

  const proof = (found) => {
    const node = make("div");
    node.append(make("h3", "Proof"), make("p", found.line));
    const facts = make("dl");
    const rows = [
      [`base ${found.before || ""}`, found.before_event],
      [`candidate ${found.after || ""}`, found.after_event],
      ["when", found.path.join("; ")],
      ["it rests on", found.proved ? found.assumptions.join("; ") : ""],
    ];
    for (const [name, value] of rows) {
      if (value) facts.append(make("dt", name), make("dd", value));
    }
    node.append(facts);
    return node;
  };

  // A mark, `>` where only a part of the method was refactored, the line's number, its text.
  const RAN = { "+": "ran", "~": "ran-in-part", "-": "never-ran", " ": "" };
  const MARKED = /^([-+~ ])([> ])( *\d+) (.*)$/s;

  const ranLine = (line) => {
    const [, mark, inside, number, text] = line;
    const node = make("span", null, `${RAN[mark]}${inside === ">" ? " refactored" : ""}`);
    node.append(make("span", `${mark} ${number}`, "place-of-line"), text);
    return node;
  };

  // Both versions side by side; a line that is neither marked nor a heading is the end of a file that was cut.
  const coverage = (found) => {
    const node = make("details", null, "coverage");
    node.append(make("summary", "The refactored code, line by line: what the tests ran"));
    const legend = make("p", null, "ran-legend");
    for (const [mark, said] of [["+", "ran"], ["~", "ran in part"], ["-", "never ran"]]) {
      legend.append(make("span", `${mark} ${said}`, RAN[mark]), " ");
    }
    legend.append(make("span", "refactored part of its method", "refactored"));
    const sides = make("div", null, "sides");
    let side = sides, pre = null;
    for (const line of found.text.split("\n")) {
      const marked = MARKED.exec(line);
      if (/^== (before|after)$/.test(line)) {
        side = make("div", null, "side");
        side.append(make("h3", line === "== before" ? "Before" : "After"));
        sides.append(side);
        pre = null;
      } else if (marked && pre) {
        pre.append(ranLine(marked));
      } else if (line) {
        pre = make("pre");
        pre.tabIndex = 0;
        side.append(make("p", line.replace(/:$/, ""), "place"), pre);
      }
    }
    node.append(legend, sides);
    if (found.left_out) node.append(make("p", `… ${found.left_out} bytes are not shown`));
    return node;
  };

  const bodyOf = (number) => {
    const body = read(`prediction-${number}`);
    const node = make("div", null, "body");
    const facts = [`base ${body.base}`, `given as ${body.form}`, `sandbox ${body.sandbox}`];
    if (!body.isolated) facts.push("not isolated");
    if (body.strategy) facts.push(`build ${body.strategy}`);
    if (body.jdk) facts.push(`JDK ${body.jdk}`);
    node.append(make("p", facts.join(" · ")));
    const scroll = make("div", null, "scroll");
    scroll.append(checksTable(body.checks));
    node.append(scroll);
    if (body.counterexample) node.append(counterexample(body.counterexample));
    if (body.proof) node.append(proof(body.proof));
    if (body.coverage) node.append(coverage(body.coverage));
    node.append(make("h3", "Diff"));
    if (body.diff_link) node.append(link(body.diff_link, "candidate.diff"));
    node.append(diffPart(body));
    return node;
  };

  const target = (row) => {
    const node = make("span");
    if (row.method) node.append(named(row.method), " ");
    node.append(make("span", `${row.project} ${row.instance}`, "quiet"));
    return node;
  };

  const itemOf = (row) => {
    const verdict = row.strict === "passed" ? "strict success" : row.success === "passed" ? "success" : row.success;
    const notes = [row.proved === "passed" && "proved", row.delegate && "delegate"].filter(Boolean);
    const parts = [
      make("span", notes.length ? `${verdict} (${notes.join(", ")})` : verdict, row.success),
      make("span", row.sample ? `${row.model} #${row.sample}` : row.model),
      make("span", row.type),
      target(row),
      explained(row.reason, "quiet"),
    ];
    return opening(make("li"), parts, () => bodyOf(row.number));
  };

  listing({
    rows: read("predictions").map((row, number) => ({ ...row, number })),
    selects: ["model", "type", "success", "reason"],
    textOf: (row) => `${row.instance} ${row.model} ${row.type} ${row.project} ${row.method} ${row.reason}`,
    itemOf,
  });
})();
