import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBarcode, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { useScans } from '#web/devices/use-scans.ts'
import { getCodes, listJobs, sendToEquipment } from '../contract.ts'
import type { Equipment } from './analyser-types.ts'
import { JobMark } from './labels.tsx'
import { type Sample, sampleTestsQuery, type SampleTest } from './sample-tests.ts'
import styles from './lists.module.css'

interface TestsProps {
  equipment: Equipment
  sample: Sample
  tests: readonly SampleTest[]
}

const Tests = ({ equipment, sample, tests }: TestsProps) => {
  const { data: map } = useQuery(query(getCodes, { params: { id: equipment.id } }))
  const { data: jobs = [] } = useQuery(query(listJobs, { query: { equipment: equipment.id, sample: sample.id, limit: 100 } }))
  const [left, setLeft] = useState<readonly number[]>([])
  const { run, isRunning } = useAction()
  const isMapped = (test: SampleTest) => map?.codes.some(({ panel }) => panel === test.test_panel) ?? false
  const jobOf = (test: SampleTest) => jobs.find((job) => job.test_request_panel === test.id && job.state !== 'cancelled')
  const open = tests.filter(({ state }) => state !== 'approved')
  const sendable = open.filter((test) => isMapped(test) && !jobOf(test))
  const chosen = sendable.filter(({ id }) => !left.includes(id))
  const send = () =>
    run(
      async () => {
        for (const test of chosen) await call(sendToEquipment, { body: { test_request_panel: test.id, equipment: equipment.id } })
      },
      equipment.order_delivery === 'on_query'
        ? t('{count, plural, one {{n} test waiting for the analyser’s query.} other {{n} tests waiting for the analyser’s query.}}', {
            n: chosen.length,
            count: chosen.length,
          })
        : t('{count, plural, one {{n} test sent.} other {{n} tests sent.}}', { n: chosen.length, count: chosen.length }),
    )
  if (!sample.is_sample_collected) return <Note tone="attention">{t('This sample is not collected yet.')}</Note>
  if (open.length === 0) return <Note tone="waiting">{t('All tests on this sample are done.')}</Note>
  return (
    <div className="form-stack">
      <ul className={`stack lined ${styles.tests}`}>
        {open.map((test) => {
          const job = jobOf(test)
          const canSend = sendable.includes(test)
          return (
            <li className="in-row gap-5 pad-3-0" key={test.id}>
              <Checkbox
                className="grow"
                label={test.test_panel_name}
                description={canSend || job ? undefined : t('This analyser has no code for this test.')}
                disabled={!canSend}
                checked={canSend && !left.includes(test.id)}
                onChange={() => setLeft(left.includes(test.id) ? left.filter((id) => id !== test.id) : [...left, test.id])}
              />
              {job && <JobMark {...job} />}
            </li>
          )
        })}
      </ul>
      <div className="form-foot">
        <span className="grow" />
        <Button
          variant="filled"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={isRunning}
          disabled={chosen.length === 0}
          onClick={send}
        >
          {t('{count, plural, one {Send {n} test} other {Send {n} tests}}', { n: chosen.length, count: chosen.length })}
        </Button>
      </div>
    </div>
  )
}

/** Sends the open tests of a sample to an instrument: its label is scanned or its number typed. How each stands is seen at once. */
export const SendToEquipmentDialog = ({ equipment, onClose }: { equipment: Equipment; onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const look = (number: string) => {
    setTyped(number)
    setCode(number.trim())
  }
  useScans(look)
  const asked = useQuery(sampleTestsQuery(code))
  return (
    <Modal opened onClose={onClose} title={t('Send to {name}', { name: equipment.name })} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form
        className="form-stack"
        onSubmit={(event) => {
          event.preventDefault()
          look(typed)
        }}
      >
        <TextInput
          label={t('Sample')}
          description={t('Scan the label, or enter its number and press Enter.')}
          leftSection={<IconBarcode size={16} aria-hidden />}
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        {code !== '' && (
          <FourStates
            query={asked}
            loading={<Loading rows={3} />}
            isEmpty={(found) => found === null}
            empty={<Note tone="attention">{t('Sample {number} not found.', { number: code })}</Note>}
          >
            {(found) =>
              found && (
                <>
                  <p>
                    <span className="strong">{found.sample.patient_name}</span>{' '}
                    <span className="t2 num">
                      {found.sample.patient_number} · {found.sample.patient_sample_code} · {found.sample.specimen_name}
                    </span>
                  </p>
                  <Tests key={found.sample.id} equipment={equipment} sample={found.sample} tests={found.tests} />
                </>
              )
            }
          </FourStates>
        )}
      </form>
    </Modal>
  )
}
