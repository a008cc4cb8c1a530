import { Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { number } from '../text/format.ts'
import './part-tabs.css'

interface Part<K extends string> {
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

const show = (list: HTMLElement, part: string) => list.querySelector(part)?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Says at which ends parts are out of sight: the row is often wider than the screen. */
const mark = (list: HTMLElement) => {
  list.toggleAttribute('data-before', list.scrollLeft > 1)
  list.toggleAttribute('data-after', list.scrollWidth - list.clientWidth - list.scrollLeft > 1)
}
/** Marks the ends as the row is moved or has another size, and keeps the open part in sight. */
const watch = (list: HTMLElement) => {
  const moved = () => mark(list)
  const sizes = new ResizeObserver(() => {
    show(list, '[data-active]')
    moved()
  })
  sizes.observe(list)
  list.addEventListener('scroll', moved, { passive: true })
  return () => {
    sizes.disconnect()
    list.removeEventListener('scroll', moved)
  }
}

/** The parts of one page, one of them open. */
export const PartTabs = <K extends string>({ label, parts, value, onChange, panel, className = '' }: Props<K>) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => (list.current ? watch(list.current) : undefined), [])
  useEffect(() => {
    if (list.current) show(list.current, `[data-part="${value}"]`)
  }, [value])
  // A count that comes later makes the row wider, not its box.
  useEffect(() => {
    if (list.current) mark(list.current)
  })
  return (
    <Tabs
      className={`part-tabs no-print ${className}`}
      value={value ?? null}
      onChange={(next) => {
        const part = parts.find(({ key }) => key === next)
        if (part) onChange(part.key)
      }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {parts.map(({ key, label: name, count }) => (
          <Tabs.Tab key={key} value={key} data-part={key} aria-controls={panel}>
            {name} {count ? <span className="num t3">{number(count)}</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
