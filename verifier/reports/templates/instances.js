(() => {
  const { read, make, meanings, explained, named, opening, listing } = page;

  const code = (method) => {
    const pre = make("pre");
    pre.tabIndex = 0;
    pre.append(...method.lines.map(([line, mark]) => make("span", line, mark)));
    if (method.left_out) pre.append(make("span", `… ${method.left_out} more lines`, "hunk"));
    return pre;
  };

  const sideOf = (side) => {
    const node = make("div", null, "side");
    node.append(make("h3", side.title));
    for (const method of side.methods) {
      const place = make("p", null, "place");
      place.append(make("b", method.name), ` ${method.file}`);
      node.append(place, code(method));
    }
    return node;
  };

  const stepsTable = (steps) => {
    const table = make("table", null, "checks");
    const head = table.createTHead().insertRow();
    const titles = ["Step", "Outcome", "Reason", "Details"];
    for (const title of titles) {
      const cell = make("th", title);
      cell.scope = "col";
      head.append(cell);
    }
    const body = table.createTBody();
    for (const step of steps) {
      const line = body.insertRow();
      const reason = make("td");
      if (step.reason) {
        reason.append(explained(step.reason));
        if (meanings[step.reason]) reason.append(make("small", meanings[step.reason]));
      }
      line.append(
        make("td", step.step),
        make("td", step.status.replace("_", " "), step.status),
        reason,
        make("td", step.details),
      );
      titles.forEach((title, at) => { line.cells[at].dataset.label = title; });
    }
    return table;
  };

  const contextOf = (lines) => {
    const fold = make("details");
    fold.append(make("summary", "What is around its methods"), make("pre", lines.join("\n"), "context"));
    return fold;
  };

  const bodyOf = (number) => {
    const body = read(`instance-${number}`);
    const node = make("div", null, "body");
    node.append(make("p", body.description));
    node.append(make("p", `commit ${body.commit} · parent ${body.parent}`));
    for (const line of [...body.purity, ...body.notes]) node.append(make("p", line));
    if (body.steps.length) {
      const scroll = make("div", null, "scroll");
      scroll.append(stepsTable(body.steps));
      node.append(scroll);
    }
    if (body.coverage) node.append(make("p", `tests run ${body.coverage}`));
    if (body.context.length) node.append(contextOf(body.context));
    const sides = make("div", null, "sides");
    sides.append(...body.sides.map(sideOf));
    node.append(sides);
    return node;
  };

  const target = (row) => {
    const node = make("span");
    node.append(named(row.method), " ", make("span", `${row.project} ${row.commit} ${row.id}`, "quiet"));
    return node;
  };

  const itemOf = (row) => opening(make("li"), [
    make("span", row.type),
    make("span", row.copy ? `${row.purity} (${row.copy})` : row.purity),
    target(row),
    explained(row.validation, row.outcome),
  ], () => bodyOf(row.number));

  listing({
    rows: read("instances").map((row, number) => ({ ...row, number })),
    selects: ["type", "project", "purity", "validation"],
    textOf: (row) => `${row.id} ${row.type} ${row.project} ${row.method} ${row.commit} ${row.purity} ${row.validation} ${row.licence}`,
    itemOf,
  });
})();
