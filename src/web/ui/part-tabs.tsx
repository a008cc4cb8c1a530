import { Tabs } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import { number } from '../text/format.ts'
import { useVisibleTabs } from './visible-tabs.ts'
import type * as More from './more-tabs.tsx'
import styles from './part-tabs.module.css'

const MoreTabs = lazy(async () => ({
  default: (await import('./more-tabs.tsx')).MoreTabs,
})) as typeof More.MoreTabs

export interface Part<K extends string> {
  key: K
  label: string
  /** What waits there, or how much there is; nothing is said of none. */
  count?: number | undefined
}

interface Props<K extends string> {
  /** What the parts are parts of, for people who hear it. */
  label: string
  parts: readonly Part<K>[]
  value: K | undefined
  onChange: (key: K) => void
  /** The id of what the parts are shown in. */
  panel?: string
  className?: string
}

/** The parts of one page, one of them open. Those that do not fit are under "More"; the open one is always in sight. */
export const PartTabs = <K extends string>({ label, parts, value, onChange, panel, className = '' }: Props<K>) => {
  const list = useRef<HTMLDivElement>(null)
  const fitting = useVisibleTabs(
    list,
    parts.length,
    parts.findIndex(({ key }) => key === value),
  )
  const more = fitting ? parts.filter((_, place) => !fitting.has(place)) : []
  return (
    <Tabs
      className={`flex rigid ${styles.partTabs} no-print ${className}`}
      value={value ?? null}
      onChange={(next) => {
        const part = parts.find(({ key }) => key === next)
        if (part) onChange(part.key)
      }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {parts.map((part) => (
          <Tabs.Tab
            key={part.key}
            value={part.key}
            data-part={part.key}
            aria-controls={panel}
            disabled={more.includes(part)}
            aria-hidden={more.includes(part) || undefined}
          >
            {part.label} {part.count ? <span className="num t3">{number(part.count)}</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {more.length > 0 && (
        <Suspense>
          <MoreTabs parts={more} onChange={onChange} panel={panel} />
        </Suspense>
      )}
    </Tabs>
  )
}
