"use strict";
(() => {
  const PAGE = 25;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);

  const make = (tag, text, className) => {
    const node = document.createElement(tag);
    if (text !== undefined && text !== null) node.textContent = text;
    if (className) node.className = className;
    return node;
  };

  const compare = (a, b, numeric, sign) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    return sign * (numeric ? Number(a) - Number(b) : a.localeCompare(b));
  };

  const sortBy = (table, header) => {
    const down = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const numeric = header.classList.contains("number");
    const key = (row) => row.cells[header.cellIndex].dataset.key;
    const body = table.tBodies[0];
    const rows = [...body.rows].sort((a, b) => compare(key(a), key(b), numeric, down ? -1 : 1));
    body.append(...rows);
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    for (const header of table.tHead.rows[0].cells) {
      header.querySelector("button").addEventListener("click", () => sortBy(table, header));
    }
  }

  const meanings = read("meanings");
  const FILTERS = ["text", "model", "type", "success", "reason"];

  // `IMPURE` or `purity: IMPURE`, with what it means to whoever points at it or has it read out.
  const explained = (text, className) => {
    const code = (text || "").split(": ").pop();
    if (!meanings[code]) return make("span", text, className);
    const node = make("abbr", text, className);
    node.title = meanings[code];
    return node;
  };

  const shortMethod = (method) => {
    const at = method.indexOf("#");
    return method.slice(method.lastIndexOf(".", at < 0 ? method.length : at) + 1);
  };

  const predictions = read("predictions").map((row, number) => ({ ...row, number }));
  const form = document.querySelector(".filters");
  const list = document.querySelector(".predictions");
  const more = document.querySelector(".more");
  let shown = PAGE;

  const fill = (name) => {
    const values = [...new Set(predictions.map((row) => row[name]))].filter((v) => v).sort();
    for (const value of values) {
      const option = make("option", value);
      option.value = value;
      form.elements[name].append(option);
    }
  };

  const lineClass = (line) => {
    if (/^(diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity )/.test(line)) return "file";
    if (line.startsWith("@@")) return "hunk";
    if (line.startsWith("+")) return "added";
    return line.startsWith("-") ? "removed" : "";
  };

  const excerpt = (part, classOf) => {
    const pre = make("pre");
    pre.tabIndex = 0;
    const lines = part.text.replace(/\n$/, "").split("\n");
    pre.append(...lines.map((line) => make("span", line, classOf(line))));
    if (part.left_out) pre.append(make("span", `… ${part.left_out} bytes are not shown`, "hunk"));
    return pre;
  };

  const link = (href, text) => {
    const anchor = make("a", text);
    anchor.href = href;
    return anchor;
  };

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

  const RAN = { "+": "added", "-": "removed", "~": "hunk", "=": "file" };
  const ranClass = (line) => RAN[line.slice(0, 1)] || "";

  const coverage = (found) => {
    const node = make("details");
    node.append(make("summary", "The refactored code: + ran, ~ ran in part, - never ran"));
    node.append(excerpt(found, ranClass));
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

  const toggle = (button, item, number) => {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    if (open) item.querySelector(".body").remove();
    else item.append(bodyOf(number));
  };

  const target = (row) => {
    const node = make("span");
    if (row.method) {
      const name = make("b");
      for (const word of shortMethod(row.method).split(/(?<=[#(,.])/)) name.append(word, make("wbr"));
      name.title = row.method;
      node.append(name, " ");
    }
    node.append(make("span", `${row.project} ${row.instance}`, "quiet"));
    return node;
  };

  const itemOf = (row) => {
    const item = make("li");
    const button = make("button", null, "row");
    button.type = "button";
    button.setAttribute("aria-expanded", "false");
    const verdict = row.strict === "passed" ? "strict success" : row.success === "passed" ? "success" : row.success;
    const notes = [row.proved === "passed" && "proved", row.delegate && "delegate"].filter(Boolean);
    button.append(
      make("span", notes.length ? `${verdict} (${notes.join(", ")})` : verdict, row.success),
      make("span", row.sample ? `${row.model} #${row.sample}` : row.model),
      make("span", row.type),
      target(row),
      explained(row.reason, "quiet"),
    );
    button.addEventListener("click", () => toggle(button, item, row.number));
    item.append(button);
    return item;
  };

  const matches = (row) => {
    for (const name of ["model", "type", "success", "reason"]) {
      const wanted = form.elements[name].value;
      if (wanted && row[name] !== wanted) return false;
    }
    const text = form.elements.text.value.trim().toLowerCase();
    const all = `${row.instance} ${row.model} ${row.type} ${row.project} ${row.method} ${row.reason}`;
    return !text || all.toLowerCase().includes(text);
  };

  const draw = () => {
    const found = predictions.filter(matches);
    list.replaceChildren(...found.slice(0, shown).map(itemOf));
    more.hidden = found.length <= shown;
    form.querySelector("output").textContent = `${found.length} of ${predictions.length}`;
  };

  // The filters stand in the address, so that a link shows what its sender saw.
  const store = () => {
    const chosen = new URLSearchParams();
    for (const name of FILTERS) if (form.elements[name].value) chosen.set(name, form.elements[name].value);
    const address = location.href.split("#")[0];
    const hash = chosen.toString();
    history.replaceState(null, "", hash ? `${address}#${hash}` : address);
  };

  const restore = () => {
    if (location.hash && !location.hash.includes("=")) return;
    const chosen = new URLSearchParams(location.hash.slice(1));
    for (const name of FILTERS) form.elements[name].value = chosen.get(name) || "";
    for (const name of FILTERS) if (form.elements[name].selectedIndex === -1) form.elements[name].value = "";
    shown = PAGE;
    draw();
  };

  for (const name of ["model", "type", "success", "reason"]) fill(name);
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => { shown = PAGE; store(); draw(); });
  more.addEventListener("click", () => { shown += PAGE; draw(); });
  window.addEventListener("hashchange", restore);
  draw();
  restore();
})();
