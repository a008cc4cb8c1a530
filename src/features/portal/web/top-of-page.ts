/** What is inside the frame, and scrolls: the window itself does not. */
export const PAGE_ID = 'page'

/** Brings the eye and the screen reader to the top of what the portal shows. */
export const toTopOfPage = () => {
  const page = document.getElementById(PAGE_ID)
  page?.focus({ preventScroll: true })
  page?.scrollTo(0, 0)
}
