// Before anything is drawn: the theme somebody chose here, if not the system's.
{
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
