// Loaded before anything is painted; rename it when it changes, because browsers keep it for ever.
const endSplash = () => {
  document.documentElement.dataset.splash = 'over'
  dispatchEvent(new Event('splash-over'))
}
;(() => {
  let scheme = null
  try {
    scheme = localStorage.getItem('colour_scheme')
  } catch {
    // A browser that forbids its storage gets the scheme of the system.
  }
  if (scheme !== 'light' && scheme !== 'dark') scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme = scheme
  // The layout and the landing page of whoever was signed in here last come beside the program; see tools/landing-preloads.ts.
  let role = 'none'
  try {
    const token = localStorage.getItem('token')
    if (token !== null)
      role = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).role === 'patient' ? 'patient' : 'staff'
  } catch {
    // What cannot be read leads to the sign-in.
  }
  const files = document.querySelector(`meta[name="landing-${role}"]`)?.content.split(' ') ?? []
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    link.crossOrigin = ''
    link.href = `/assets/${file}`
    document.head.append(link)
  }
  // The font is a quarter of what a first visit loads: on a slow line it waits until all that makes the page work is here.
  addEventListener('load', () => (document.documentElement.dataset.isLoaded = ''), { once: true })
  // The specification's constant, counted from when the page was asked for: whoever waits for a slow line has waited already.
  setTimeout(endSplash, Math.max(0, 2000 - performance.now()))
})()
