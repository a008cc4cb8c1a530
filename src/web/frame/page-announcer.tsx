import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Pages are named “Calendar · Kliniki” in the browser's list of windows. */
const nameOfPage = () => document.title.replace(/ · [^·]*$/, '')

/**
 * Says the name of a page that has opened, and names the main part by it. The focus goes to the main part when an address is opened, before
 * the page is there; of the first page a screen reader reads the title by itself.
 */
export const PageAnnouncer = () => {
  const [name, setName] = useState('')
  useEffect(() => {
    let announced = location.pathname
    const look = () => {
      document.querySelector('#page')?.setAttribute('aria-label', nameOfPage())
      if (location.pathname === announced) return
      announced = location.pathname
      setName(nameOfPage())
    }
    look()
    const watcher = new MutationObserver(look)
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watcher.disconnect()
  }, [])
  return <VisuallyHidden role="status">{name}</VisuallyHidden>
}
