import { Button } from '@mantine/core'
import { IconFileTypePdf, IconStethoscope } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { listOwnVisits, printOwnVisitSummary } from '#calls/visit-summary/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { fetchFile, messageOf, pages, saveBlob } from '#web/calls/api.ts'
import { usePages } from '#web/calls/rows.ts'
import { language, t } from '#web/i18n.ts'
import { dayOf } from '#web/text/format.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { OwnList } from '../own-list.tsx'
import resultsStyles from '../results/results.module.css'

type OwnVisit = ResponseOf<typeof listOwnVisits>[number]

const PAGE = 25

const Line = ({ row: { id, number, began_at, reason, seen_by } }: { row: OwnVisit }) => {
  const day = dayOf(began_at)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { blob } = await fetchFile(printOwnVisitSummary, { params: { id }, query: { language: language() } })
      saveBlob(blob, `${t('Your visit')} ${number.replaceAll('/', '-')}.pdf`)
    },
  })
  return (
    <li className="stack gap-2 pad-5-0">
      <span className="row wrap">
        <b className="num grow">{day}</b>
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={18} stroke={1.5} aria-hidden />}
          loading={isPending}
          aria-label={t('Download the summary of {day}', { day })}
          onClick={() => mutate()}
        >
          {t('Summary')}
        </Button>
      </span>
      <span>{reason}</span>
      {seen_by.length > 0 && <span className="small t3">{seen_by.join(', ')}</span>}
      {error && (
        <Note tone="critical" alert>
          {messageOf(error)}
        </Note>
      )}
    </li>
  )
}

/** A patient's own visits, the newest first, each with what they take home of it. */
export const VisitsPage = () => {
  const list = usePages(pages(listOwnVisits, { query: { limit: PAGE } }))
  const empty = (
    <Empty icon={IconStethoscope} title={t('No visits yet')}>
      {t('A visit appears here as soon as its notes are signed.')}
    </Empty>
  )
  return (
    <Page title={t('My visits')} narrow>
      <div className={`stack gap-6 ${resultsStyles.ownStack}`}>
        <OwnList rows={list} title={t('My visits')} empty={empty} line={Line} />
      </div>
    </Page>
  )
}
