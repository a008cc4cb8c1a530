import { useEffect, type ReactNode } from 'react'

interface Props {
  title: string
  /** One quiet line under the title: counts, freshness. */
  sub?: ReactNode
  /** Buttons at the right; at most one of them filled. */
  actions?: ReactNode
  /** A page of forms reads better in a narrow column. */
  narrow?: boolean
  children: ReactNode
}

/** A page inside the frame: its title (also of the browser's tab), its actions, its content. */
export const Page = ({ title, sub, actions, narrow, children }: Props) => {
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${title} · Kliniki`
  }, [title])
  return (
    <div className={`page-body${narrow ? ' narrow' : ''}`}>
      <header className="page-head">
        <div className="grow">
          <h1>{title}</h1>
          {sub !== undefined && <p className="num">{sub}</p>}
        </div>
        {actions && <div className="row actions no-print">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A titled group of boxes or facts, laid out in as many columns as fit. */
export const FormSection = ({ title, sub, children }: { title: string; sub?: ReactNode; children: ReactNode }) => (
  <section className="section" aria-label={title}>
    <h2>{title}</h2>
    {sub !== undefined && <p>{sub}</p>}
    <div className="section-grid">{children}</div>
  </section>
)
