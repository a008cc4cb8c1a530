import './purchasing.css'
import { Link } from 'react-router'
import { number } from '#web/format.ts'

interface Props<T extends string> {
  label: string
  tabs: readonly { value: T; label: string; count?: number | null | undefined }[]
  chosen: T
  /** The address of a tab. */
  to: (value: T) => string
}

/** The parts of a list by how its rows stand; each has its address. */
export const StatusTabs = <T extends string>({ label, tabs, chosen, to }: Props<T>) => (
  <nav className="order-tabs no-print" aria-label={label}>
    {tabs.map(({ value, label: word, count }) => (
      <Link key={value} to={to(value)} replace aria-current={value === chosen ? 'page' : undefined}>
        {word}
        {count ? <span className="num order-count">{number(count)}</span> : null}
      </Link>
    ))}
  </nav>
)
