import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { number } from '../text/format.ts'
import styles from './link-tabs.module.css'

interface Tab<K extends string> {
  key: K
  label: string
  /** What waits there; nothing is said of none. */
  count?: number | null | undefined
}
interface Props<K extends string> {
  /** What the tabs are parts of, for people who hear it. */
  label: string
  tabs: readonly Tab<K>[]
  chosen: K
  /** The address of a tab. */
  to?: (key: K) => string
}

/** The parts of a room, each with its address. */
export const LinkTabs = <K extends string>({ label, tabs, chosen, to = (key) => `?tab=${key}` }: Props<K>) => {
  const list = useRef<HTMLElement>(null)
  // The chosen one may be beyond the edge of a phone.
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${chosen}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen])
  return (
    <nav ref={list} className={`flex rigid line-bottom gap-2 scroll-x ${styles.linkTabs} no-print`} aria-label={label}>
      {tabs.map(({ key, label: word, count }) => (
        <Link
          className="in-row nowrap no-underline gap-3 pad-4-5"
          key={key}
          data-tab={key}
          to={to(key)}
          replace
          aria-current={key === chosen ? 'page' : undefined}
        >
          {word}
          {count ? <span className="small round-l strong num">{number(count)}</span> : null}
        </Link>
      ))}
    </nav>
  )
}
