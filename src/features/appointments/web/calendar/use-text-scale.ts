import { useSyncExternalStore } from 'react'

const USUAL = 16

const scaleNow = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL || 1

/** The size of the root changes with the settings of the browser, which changes what is measured in it. */
const watch = (changed: () => void) => {
  const ruler = document.createElement('div')
  ruler.style.cssText = 'position:absolute;visibility:hidden;width:1rem;height:0'
  document.body.append(ruler)
  const observer = new ResizeObserver(changed)
  observer.observe(ruler)
  return () => {
    observer.disconnect()
    ruler.remove()
  }
}

/** How much larger than usual the person's text is: 2 where it is set to twice its size. */
export const useTextScale = (): number => useSyncExternalStore(watch, scaleNow)
