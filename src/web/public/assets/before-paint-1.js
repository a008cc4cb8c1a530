// Loaded before anything is painted; rename it when it changes, because browsers keep it for ever.
;(() => {
  let scheme = null
  try {
    scheme = localStorage.getItem('colour_scheme')
  } catch {
    // A browser that forbids its storage gets the scheme of the system.
  }
  if (scheme !== 'light' && scheme !== 'dark') scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme = scheme
})()
