const page = (() => {
  const PAGE = 25;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);

  const make = (tag, text, className) => {
    const node = document.createElement(tag);
    if (text !== undefined && text !== null) node.textContent = text;
    if (className) node.className = className;
    return node;
  };

  const meanings = read("meanings");
  // `IMPURE` or `purity: IMPURE`, with its meaning as a tooltip and for screen readers.
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

  const named = (method) => {
    const name = make("b");
    for (const word of shortMethod(method).split(/(?<=[#(,.])/)) name.append(word, make("wbr"));
    name.title = method;
    return name;
  };

  // A button that opens and closes what `bodyOf` makes.
  const opening = (item, parts, bodyOf) => {
    const button = make("button", null, "row");
    button.type = "button";
    button.setAttribute("aria-expanded", "false");
    button.append(...parts);
    button.addEventListener("click", () => {
      const open = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!open));
      if (open) item.querySelector(".body").remove();
      else item.append(bodyOf());
    });
    item.append(button);
    return item;
  };

  // A list with a field to search in and one to choose from for each name of `selects`.
  const listing = ({ rows, selects, textOf, itemOf }) => {
    const form = document.querySelector(".filters");
    const list = document.querySelector(".predictions");
    const more = document.querySelector(".more");
    const filters = ["text", ...selects];
    let shown = PAGE;

    const fill = (name) => {
      const values = [...new Set(rows.map((row) => row[name]))].filter((v) => v).sort();
      for (const value of values) {
        const option = make("option", value);
        option.value = value;
        form.elements[name].append(option);
      }
    };

    const matches = (row) => {
      for (const name of selects) {
        const wanted = form.elements[name].value;
        if (wanted && row[name] !== wanted) return false;
      }
      const text = form.elements.text.value.trim().toLowerCase();
      return !text || textOf(row).toLowerCase().includes(text);
    };

    const draw = () => {
      const found = rows.filter(matches);
      list.replaceChildren(...found.slice(0, shown).map(itemOf));
      more.hidden = found.length <= shown;
      form.querySelector("output").textContent = `${found.length} of ${rows.length}`;
    };

    // The filters stand in the address, so that a link shows what its sender saw.
    const store = () => {
      const chosen = new URLSearchParams();
      for (const name of filters) if (form.elements[name].value) chosen.set(name, form.elements[name].value);
      const address = location.href.split("#")[0];
      const hash = chosen.toString();
      history.replaceState(null, "", hash ? `${address}#${hash}` : address);
    };

    const restore = () => {
      if (location.hash && !location.hash.includes("=")) return;
      const chosen = new URLSearchParams(location.hash.slice(1));
      for (const name of filters) form.elements[name].value = chosen.get(name) || "";
      for (const name of filters) if (form.elements[name].selectedIndex === -1) form.elements[name].value = "";
      shown = PAGE;
      draw();
    };

    for (const name of selects) fill(name);
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => { shown = PAGE; store(); draw(); });
    more.addEventListener("click", () => { shown += PAGE; draw(); });
    window.addEventListener("hashchange", restore);
    draw();
    restore();
  };

  return { read, make, meanings, explained, named, lineClass, excerpt, link, opening, listing };
})();
