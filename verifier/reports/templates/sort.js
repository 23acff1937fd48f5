"use strict";
(() => {
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
})();
