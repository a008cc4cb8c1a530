/** Whether the focus is where it was, or nowhere in particular: nobody has gone on to another place. */
const isStill = (from: Element | null) => {
  const { activeElement: now } = document
  return now === null || now === from || now === document.body || now.id === 'page'
}

/**
 * Puts the focus on what `find` finds, once what has just been changed is drawn: before the next key where it is drawn at once, else a
 * moment later. The focus is never taken from where the user has gone meanwhile: on a slow machine the next key comes before a timer.
 * The answer takes it back, for an effect.
 */
export const focusNext = (find: () => HTMLElement | null | undefined) => {
  const from = document.activeElement
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const go = () => {
    if (isOver || !isStill(from)) return true
    const place = find()
    place?.focus()
    return place !== null && place !== undefined
  }
  queueMicrotask(() => {
    timer = go() ? undefined : setTimeout(go)
  })
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
