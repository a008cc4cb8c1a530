import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import styles from '../patients.module.css'

interface Props {
  title: string
  /** Said when there are no parts. */
  none: ReactNode
  /** On the button that opens the form; no button without the right. */
  add: string
  mayAdd: boolean
  /** The form; `close` folds it away. */
  renderForm: (close: () => void) => ReactNode
  children: readonly ReactNode[]
}

/** A list of parts of the record (kin, identifiers, allergies) with a form that opens above it. */
export const PartSection = ({ title, none, add, mayAdd, renderForm, children }: Props) => {
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="section" aria-label={title}>
      <div className="row parts-head">
        <h2 className="grow">{title}</h2>
        {mayAdd && !isAdding && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {add}
          </Button>
        )}
      </div>
      {isAdding && <div className={styles.partForm}>{renderForm(() => setAdding(false))}</div>}
      {children.length === 0 && !isAdding ? <div className="t3">{none}</div> : <ul className="bare-list">{children}</ul>}
    </section>
  )
}

/** One of them: what it is, what is known of it, what can be done with it. */
export const Part = ({ title, note, children }: { title: ReactNode; note?: ReactNode; children?: ReactNode }) => (
  <li className="in-row gap-5 pad-4-0 divided phone-wrap">
    <div className="grow break-anywhere">
      <div>{title}</div>
      {note && <div className="small t2 num">{note}</div>}
    </div>
    {children}
  </li>
)
