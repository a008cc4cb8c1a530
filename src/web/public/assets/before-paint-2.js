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
  // The specification's constant. Counted from when the splash is seen, which is long before the program is there on a slow line.
  requestAnimationFrame(() =>
    setTimeout(() => {
      document.documentElement.dataset.splash = 'over'
      dispatchEvent(new Event('splash-over'))
    }, 2000),
  )
})()
