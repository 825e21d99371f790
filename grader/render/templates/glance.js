"use strict";
{
  const at = id => document.getElementById(id);
  const table = at("rows"), body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows], words = new Map(rows.map(row => [row, row.textContent.toLowerCase()]));
  const told = row => row.cells[2].textContent;

  const filter = () => {
    const wanted = at("find").value.toLowerCase().split(/\s+/), status = at("status").value;
    let shown = 0;
    for (const row of rows) {
      row.hidden = !(wanted.every(word => words.get(row).includes(word)) && (!status || told(row) === status));
      shown += !row.hidden;
    }
    at("told").value = `${shown} of ${rows.length}`;
  };

  const compare = new Intl.Collator(undefined, {numeric: true}).compare;
  const sort = (column, number, down) => {
    const keys = new Map(rows.map(row => {
      const text = row.cells[column].textContent;
      return [row, number ? parseFloat(text) : text];
    }));
    const empty = key => key === "" || Number.isNaN(key);
    rows.sort((one, other) => {
      const [a, b] = [keys.get(one), keys.get(other)];
      if (empty(a) || empty(b)) return empty(a) - empty(b);  // nothing comes last, whichever way
      return (number ? a - b : compare(a, b)) * (down ? -1 : 1);
    });
    body.append(...rows);
  };

  heads.forEach((head, column) => {
    if ("plain" in head.dataset) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      sort(column, "number" in head.dataset, down);
    });
  });
  document.querySelectorAll("[data-find]").forEach(link => link.addEventListener("click", () => {
    at("find").value = link.dataset.find;
    at("status").value = "";
    filter();
  }));
  at("find").addEventListener("input", filter);
  at("status").addEventListener("input", filter);
  at("tools").hidden = false;
  filter();
}
