import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages, query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { getAnnouncement, listReceipts } from '../contract.ts'
import styles from './announcements.module.css'

type Detail = ResponseOf<typeof getAnnouncement>
type Receipts = NonNullable<Detail['receipts']>

/** Others read while this is open: their reading is no news of its own. */
const ASK_AGAIN_MS = 30_000

const when = ({ read_at, confirmed_at }: ResponseOf<typeof listReceipts>[number]) => {
  if (confirmed_at) return t('confirmed {when}', { when: dateTime(confirmed_at) })
  return read_at ? dateTime(read_at) : t('not yet')
}

/** Who has read an announcement and who has not, for those who write. */
export const ReceiptsList = ({ announcement: { id, must_confirm, audience }, counts }: { announcement: Detail; counts: Receipts }) => {
  const [shown, setShown] = useState<'false' | 'true'>('false')
  // The counts come with the announcement itself.
  useQuery({ ...query(getAnnouncement, { params: { id } }), refetchInterval: ASK_AGAIN_MS })
  const list = usePages({ ...pages(listReceipts, { params: { id }, query: { read: shown } }), refetchInterval: ASK_AGAIN_MS })
  const facts = [
    t('Read by {n} of {all}', { n: counts.read, all: counts.audience }),
    must_confirm && t('Confirmed by {n}', { n: counts.confirmed }),
    audience?.patients && t('{count, plural, one {read by # patient} other {read by # patients}}', { count: counts.patients }),
  ]
  return (
    <section className="section" aria-label={t('Read by')}>
      <h2>{t('Read by')}</h2>
      <p className="num">{facts.filter(Boolean).join(' · ')}</p>
      <ChoiceField
        label={t('Show')}
        data={[
          { value: 'false', label: t('Has not read') },
          { value: 'true', label: t('Has read') },
        ]}
        value={shown}
        onChange={setShown}
      />
      <FourStates
        query={list}
        loading={<Loading rows={3} height={24} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<p>{t('No staff.')}</p>}
      >
        {(rows) => (
          <>
            <ul className={styles.receipts}>
              {rows.map((row) => (
                <li key={row.id} className="row">
                  <bdi className="grow clip">{row.name}</bdi>
                  <span className="t3 num">{when(row)}</span>
                </li>
              ))}
            </ul>
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('More')}
              </Button>
            )}
          </>
        )}
      </FourStates>
    </section>
  )
}
