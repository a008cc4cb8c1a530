import { useEffect, useState, type RefObject } from 'react'
import { visibleIn, type Geometry, type Visible } from './geometry.ts'

const isSame = (a: Visible, b: Visible) =>
  a.firstBand === b.firstBand && a.lastBand === b.lastBand && a.firstColumn === b.firstColumn && a.lastColumn === b.lastColumn

/** The width of an element, followed. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  // The size of the window is outside React.
  useEffect(() => {
    if (!element.current) return undefined
    const watched = element.current
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** The bands and columns in view; drawn again only when others come into view. */
export const useVisible = (scroller: RefObject<HTMLElement | null>, geometry: Geometry): Visible => {
  const read = () => {
    const { scrollLeft: left = 0, scrollTop: top = 0, clientWidth: width = 0, clientHeight: height = 0 } = scroller.current ?? {}
    return visibleIn(geometry, { left, top, width: width || window.innerWidth, height: height || window.innerHeight })
  }
  const [, setSeen] = useState(0)
  const visible = read()
  // Scrolling is outside React.
  useEffect(() => {
    const view = scroller.current
    if (!view) return undefined
    const look = () => {
      if (!isSame(visible, read())) setSeen((seen) => seen + 1)
    }
    view.addEventListener('scroll', look, { passive: true })
    return () => view.removeEventListener('scroll', look)
  })
  return visible
}
