import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChartLine, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getCumulative } from '#features/laboratory/contract-reports.ts'
import { query } from '#web/calls/api.ts'
import { dayOf, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import '../results/results.css'
import './charts.css'
import { rowsAt, timesOf } from './cumulative.ts'
import { CumulativeTable } from './cumulative-table.tsx'
import { TestChart } from './test-chart.tsx'

const SHOWN = 7
const SHOWN_ON_PHONE = 2

type Found = ResponseOf<typeof getCumulative>

const Table = ({ of: { series, has_more } }: { of: Found }) => {
  const isPhone = useMediaQuery('(max-width: 700px)') ?? false
  const [from, setFrom] = useState(0)
  const [chosen, setChosen] = useState<number | null>(null)
  const times = useMemo(() => timesOf(series), [series])
  const size = isPhone ? SHOWN_ON_PHONE : SHOWN
  const first = Math.min(from, Math.max(0, times.length - 1))
  const { shown, rows } = useMemo(() => {
    const some = times.slice(first, first + size)
    return { shown: some, rows: rowsAt(series, some) }
  }, [series, times, first, size])
  const drawn = series.find(({ test_panel }) => test_panel === chosen)
  return (
    <div className="cumulative-body">
      {has_more && <Note tone="attention">{t('There are more than {{n}} results: these are the latest.', { n: number(10_000) })}</Note>}
      {drawn && <TestChart key={drawn.test_panel} of={drawn} />}
      <div className="row wrap num">
        <span className="t3 grow">
          {t('{{from}} to {{to}}; {{n}} times in all', {
            count: times.length,
            from: dayOf(shown.at(-1)!),
            to: dayOf(shown[0]!),
            n: number(times.length),
          })}
        </span>
        {times.length > size && (
          <>
            <Button
              disabled={first === 0}
              leftSection={<IconChevronLeft size={16} stroke={1.5} aria-hidden />}
              onClick={() => setFrom(Math.max(0, first - size))}
            >
              {t('Later')}
            </Button>
            <Button
              disabled={first + size >= times.length}
              rightSection={<IconChevronRight size={16} stroke={1.5} aria-hidden />}
              onClick={() => setFrom(first + size)}
            >
              {t('Earlier')}
            </Button>
          </>
        )}
      </div>
      <CumulativeTable rows={rows} times={shown} chosen={chosen} onChoose={setChosen} />
    </div>
  )
}

/** A patient's approved and imported results over time, newest first; a test that is chosen is drawn as a line over its range. */
export const CumulativePanel = ({ patientId }: { patientId: number }) => {
  const asked = useQuery(query(getCumulative, { params: { patient_id: patientId }, query: {} }))
  return (
    <FourStates
      of={asked}
      loading={<Loading rows={10} height={28} />}
      isEmpty={({ series }) => series.every(({ points }) => points.length === 0)}
      empty={
        <Empty icon={IconChartLine} title={t('No results yet')}>
          {t('Results stand here as soon as they are approved, with those of earlier visits beside them.')}
        </Empty>
      }
    >
      {(found) => <Table of={found} />}
    </FourStates>
  )
}
