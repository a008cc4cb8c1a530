import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconEye, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { getCompany } from '#calls/company/contract.ts'
import { listOwnAccess } from '#calls/portal/contract.ts'
import { pages, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import type { AccessKind } from '#features/portal/contract.ts'
import { AccessLine } from './access-line.tsx'
import styles from './access.module.css'

const PAGE = 25

interface Narrowed {
  kind?: AccessKind | undefined
  from?: string | undefined
  until?: string | undefined
}

const kinds = (): [AccessKind | undefined, string][] => [
  [undefined, t('Everything')],
  ['read', t('Read')],
  ['changed', t('Changed')],
  ['printed', t('Printed or downloaded')],
]

const Filters = ({ filters: narrowed, onChange }: { filters: Narrowed; onChange: (to: Narrowed) => void }) => (
  <div className={`form-stack ${styles.filters}`}>
    <div className="row wrap" role="group" aria-label={t('Activity')}>
      {kinds().map(([kind, label]) => (
        <Button
          key={label}
          variant={kind === narrowed.kind ? 'light' : 'default'}
          aria-pressed={kind === narrowed.kind}
          onClick={() => onChange({ ...narrowed, kind })}
        >
          {label}
        </Button>
      ))}
    </div>
    <div className="row wrap">
      <DateField
        label={t('From')}
        daysOnly
        value={narrowed.from ?? null}
        onChange={(day) => onChange({ ...narrowed, from: day ?? undefined })}
      />
      <DateField
        label={t('Until')}
        daysOnly
        value={narrowed.until ?? null}
        onChange={(day) => onChange({ ...narrowed, until: day ?? undefined })}
      />
    </div>
  </div>
)

const SomethingWrong = () => {
  const company = useQuery(query(getCompany)).data
  const phone = company?.phone1 ?? company?.phone2
  return (
    <section className="section" aria-label={t('Does something look wrong?')}>
      <h2>{t('Does something look wrong?')}</h2>
      <p>{t('Call the clinic, or ask at the reception desk. We will find out why your record was opened, and tell you.')}</p>
      {phone && (
        <Button component="a" href={`tel:${phone}`} leftSection={<IconPhone size={18} aria-hidden />}>
          {t('Call {phone}', { phone })}
        </Button>
      )}
    </section>
  )
}

/** Who read, changed or printed the record of the patient who is signed in, in plain words. */
export const AccessPage = () => {
  const [narrowed, setNarrowed] = useState<Narrowed>({})
  const list = usePages(pages(listOwnAccess, { query: { limit: PAGE, ...narrowed } }))
  return (
    <Page title={t('Who viewed your record')} narrow>
      <p>
        {t(
          'Staff may open your record only for your care, your bills or your appointments. Each access is listed here and cannot be removed.',
        )}
      </p>
      <Filters filters={narrowed} onChange={setNarrowed} />
      <FourStates
        query={list}
        loading={<Loading rows={5} height={56} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Empty icon={IconEye} title={t('No entries')}>
            {t('Nothing of this type was done with your record in these days.')}
          </Empty>
        }
      >
        {(rows) => (
          <>
            <ul className={`panel ${styles.list}`} aria-label={t('Who viewed your record')}>
              {rows.map((seen) => (
                <AccessLine key={seen.id} entry={seen} />
              ))}
            </ul>
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Show earlier')}
              </Button>
            )}
          </>
        )}
      </FourStates>
      <SomethingWrong />
    </Page>
  )
}
