import { IconTestPipe } from '@tabler/icons-react'
import { listOwnResults } from '#calls/portal/contract.ts'
import { pages } from '#web/calls/api.ts'
import { dataLanguage, date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { OwnList } from '../own-list.tsx'
import { OwnLine } from '../own-line.tsx'
import { type OwnResults } from './calls.ts'
import { RESULTS } from './labels.ts'
import portalStyles from '../portal.module.css'
import styles from './results.module.css'

const PAGE = 25

const Line = ({ row: { id, date: day, tests, outside, is_new, at_clinic, pending } }: { row: OwnResults }) => (
  <OwnLine to={`${RESULTS}/${id}`}>
    <span className="row wrap">
      <b className="num">{date(day)}</b>
      {is_new && <b className={`small ${portalStyles.isNew}`}>{t('New')}</b>}
    </span>
    {tests.length > 0 && <span lang={dataLanguage()}>{tests.join(', ')}</span>}
    {outside > 0 && (
      <span className="small t2 num">
        {t('{count, plural, one {# value outside the usual range} other {# values outside the usual range}}', { count: outside })}
      </span>
    )}
    {at_clinic > 0 && <Status tone="waiting">{t('Result ready: ask the clinic')}</Status>}
    {pending > 0 && <span className="small t3">{t('Still in progress: {n}', { n: pending })}</span>}
  </OwnLine>
)

/** A patient's own laboratory results, the newest first. */
export const ResultsPage = () => {
  const list = usePages(pages(listOwnResults, { query: { limit: PAGE } }))
  const empty = (
    <Empty icon={IconTestPipe} title={t('No results yet')}>
      {t('Your results appear here when they are ready.')}
    </Empty>
  )
  return (
    <Page title={t('My results')} narrow>
      <div className={`stack gap-6 ${styles.ownStack}`}>
        <OwnList rows={list} title={t('My results')} empty={empty} line={Line} />
      </div>
    </Page>
  )
}
