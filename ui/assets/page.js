// What a page says about itself to the browser: its language and the icon for the home screen.

const link = (rel, href) => {
  if (document.head.querySelector(`link[rel="${rel}"][href="${href}"]`)) return;
  const made = document.createElement("link");
  made.rel = rel;
  made.href = href;
  document.head.append(made);
};

export default function ({ data }) {
  document.documentElement.lang = data.language;
  document.documentElement.classList.toggle("four", Boolean(data.four));
  link("manifest", "/asset/remi-lens.webmanifest");
  link("apple-touch-icon", "/asset/icon-192.png");
}
