import { Button, Kbd, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listVisits } from '#features/attendance/contract.ts'
import type { PregnancySummary } from '#features/patients/contract-summaries.ts'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { useLeavingGuard } from '#features/order-drafts/web/use-leaving-guard.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { listLabTestRequests } from '#features/laboratory/contract.ts'
import { ordersOf, activeTests } from '../asked-orders.ts'
import { ChosenPanel } from '../chosen-panel.tsx'
import { TestSearch } from '../test-search.tsx'
import { useTests } from '../use-tests.ts'

const SEND_KEY = 'Mod+Enter'

interface OpenVisit {
  id: number
  process: number
  gender: string
  pregnancy: PregnancySummary | null
}

/** The tests that are asked for in an open visit, and the button that sends them. */
const Choosing = ({ visit, onDone }: { visit: OpenVisit; onDone: () => void }) => {
  const { chosen, failure, sending, change, send } = useTests(visit.id, visit.process)
  const { data = [] } = useQuery(query(listLabTestRequests, { query: { process: visit.process, limit: 100 } }))
  const current = activeTests(data)
  useLeavingGuard(visit.id)
  const count = chosen.tests.length
  const ask = async () => {
    if (count === 0 || sending || !(await send())) return
    toast.done(t('{count, plural, one {# order sent.} other {# orders sent.}}', { count }))
    onDone()
  }
  useKeys([{ keys: SEND_KEY, label: t('Request tests'), run: () => void ask(), always: true }])
  const orders = ordersOf(data)
  return (
    <>
      {orders.length > 0 && (
        <p className="small t2">{t('Already requested in this visit: {tests}', { tests: orders.map(({ title }) => title).join(', ') })}</p>
      )}
      <TestSearch hasFocus chosen={chosen.tests} current={current} onTake={(test) => change({ kind: 'put', test })} />
      <ChosenPanel
        chosen={chosen}
        current={current}
        gender={visit.gender}
        pregnancy={visit.pregnancy}
        failure={failure}
        onChange={change}
      />
      <div className="form-foot">
        <span className="grow" />
        <Button onClick={onDone}>{t('Close')}</Button>
        <Button
          variant="filled"
          disabled={count === 0}
          loading={sending}
          rightSection={<Kbd className="not-phone">{keyLabel(SEND_KEY)}</Kbd>}
          onClick={() => void ask()}
        >
          {t('{count, plural, one {Request # test} other {Request # tests}}', { count })}
        </Button>
      </div>
    </>
  )
}

const OfPatient = ({ patient, onDone }: { patient: number; onDone: () => void }) => {
  const visits = useQuery(query(listVisits, { query: { patient_id: patient, open: 'true', limit: 1 } }))
  return (
    <FourStates query={visits} loading={<Loading rows={2} height={32} />}>
      {([visit]) =>
        visit && visit.process_test_req !== null ? (
          <Choosing visit={{ ...visit, process: visit.process_test_req }} onDone={onDone} />
        ) : (
          <Note tone="attention">
            {t('The patient has no open visit. Start one on the patient’s page to request tests.')}{' '}
            <Link className="link" to={`/dashboard/patients/${patient}`}>
              {t('Open patient')}
            </Link>
          </Note>
        )
      }
    </FourStates>
  )
}

/** Asks for tests for a patient who is in the house. */
export const NewRequestDialog = ({ onClose }: { onClose: () => void }) => {
  const [patient, setPatient] = useState<number | null>(null)
  return (
    <Modal opened onClose={onClose} size={560} title={t('Request tests')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        <PatientPicker label={t('Patient')} required data-autofocus value={patient} onChange={setPatient} />
        {patient !== null && <OfPatient key={patient} patient={patient} onDone={onClose} />}
      </div>
    </Modal>
  )
}
