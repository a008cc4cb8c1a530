import { Button } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import type { Rows } from '#web/calls/rows.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import styles from './portal-pages.module.css'

interface Props<Row> {
  rows: Rows<Row>
  title: string
  empty: ReactNode
  line: ComponentType<{ row: Row }>
}

/** A list of one's own, the newest first, which goes on for as long as there are earlier ones. */
export const OwnList = <Row extends { id: number }>({ rows: list, title, empty, line: Line }: Props<Row>) => (
  <FourStates query={list} isEmpty={(rows) => rows.length === 0} empty={empty}>
    {(rows) => (
      <section className="section" aria-label={title}>
        <ul className={styles.list}>
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
        {list.hasMore && (
          <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
            {t('Show earlier')}
          </Button>
        )}
      </section>
    )}
  </FourStates>
)
