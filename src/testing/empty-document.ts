// Files of tests that follow one another in a worker share its document: each begins with an empty one, in which nothing has the focus.
if (typeof document !== 'undefined') {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
}
