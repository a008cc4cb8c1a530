import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { z } from 'zod'
import { ApiError } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/session.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { PatientBalance, billingTabs } from '#features/billing/web/billing-tabs.tsx'
import { OrdersPendingNote } from '#features/order-drafts/web/orders-pending-status.tsx'
import { PatientActions } from './patient-actions.tsx'
import { PatientBanner } from '#features/patients/web/patient-banner.tsx'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import { usePatient, type PatientRecord } from '#features/patients/web/use-patient.ts'
import { listDeaths } from '#features/deaths/contract.ts'
import { listMerges } from '#features/patients/contract-merge.ts'
import { appointmentTabs } from '#features/appointments/web/appointment-tabs.tsx'
import { consultationTabs } from '#features/consultations/web/consultation-tabs.tsx'
import { workspaceTabs } from '#features/workspace/web/workspace-tabs.tsx'
import { patientTabs, type PatientTab } from '#features/patients/web/patient-tabs.tsx'
import { pregnancyTabs } from '#features/pregnancies/web/pregnancy-tabs.tsx'
import { triageTabs } from '#features/triage/web/triage-tabs.tsx'
import { laboratoryTabs } from '#features/laboratory/web/laboratory-tabs.tsx'
import { prescriptionTabs } from '#features/prescriptions/web/prescription-tabs.tsx'
import { lettersTabs } from '#features/letters/web/letters-tabs.tsx'
import { recordsTabs } from '#features/records/web/records-tabs.tsx'
import styles from './chart.module.css'

const overview: PatientTab = {
  key: 'overview',
  label: 'Overview',
  access: 'patients.view',
  Panel: lazy(async () => ({ default: (await import('./patient-overview.tsx')).PatientOverview })),
}

/** The parts of a patient's page, in order. A room with something to show there exports its `…-tabs.tsx` and adds its line here. */
const chartTabs: readonly PatientTab[] = [
  ...workspaceTabs,
  overview,
  ...triageTabs,
  ...consultationTabs,
  ...pregnancyTabs,
  ...laboratoryTabs,
  ...prescriptionTabs,
  ...recordsTabs,
  ...lettersTabs,
  ...appointmentTabs,
  ...billingTabs,
  ...patientTabs,
]

const MergeBanner = lazy(async () => ({ default: (await import('#features/patients/web/merge-banner.tsx')).MergeBanner }))

const DeathPanel = lazy(async () => ({ default: (await import('#features/deaths/web/death-panel.tsx')).DeathPanel }))
const RestrictionBanner = lazy(async () => ({ default: (await import('#features/patients/web/restriction-banner.tsx')).RestrictionBanner }))
const RestrictedRecord = lazy(async () => ({ default: (await import('#features/patients/web/restricted-panel.tsx')).RestrictedRecord }))

const NotOnFile = () => (
  <Empty
    icon={IconUserQuestion}
    title={t('Patient not found')}
    action={
      <Button component={Link} to="/dashboard/patients">
        {t('All patients')}
      </Button>
    }
  >
    {t(
      'The address may be mistyped, or the record is restricted. A restricted record can be opened by an administrator or the staff caring for the patient.',
    )}
  </Empty>
)

const Record = ({ patient }: { patient: PatientRecord }) => {
  const { allowed, can } = useRights()
  const [{ tab = 'overview' }, setUrl] = useUrlState({ tab: z.string(), edit: z.string() })
  const tabs = chartTabs.filter(
    ({ access, or, isFor = () => true }) => (allowed(access) || (or !== undefined && allowed(or))) && isFor(patient),
  )
  const current = tabs.find(({ key }) => key === tab) ?? tabs[0]
  const name = nameOf(patient)
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${name} · Kliniki`
  }, [name])
  return (
    <>
      <div className={`rigid line-bottom surface sticky-top ${styles.patientHead}`} data-part="patient-head">
        <PatientBanner patient={patient}>
          <Suspense>{allowed('billing.view') && <PatientBalance patientId={patient.id} />}</Suspense>
          <PatientActions patient={patient} onEdit={() => setUrl({ tab: 'details', edit: '1' })} />
        </PatientBanner>
        <PartTabs
          className={styles.patientTabs}
          label={t('Record sections')}
          parts={tabs.map(({ key, label, count }) => ({ key, label: t(label), count: count?.(patient) }))}
          value={current?.key}
          onChange={(key) => setUrl({ tab: key === 'overview' ? '' : key, edit: '' })}
          panel="patient-panel"
        />
      </div>
      <div
        className={`stack fill pad-6 ${styles.patientPanel}`}
        id="patient-panel"
        role="tabpanel"
        aria-label={current && t(current.label)}
      >
        {patient.restriction && (
          <Suspense>
            <RestrictionBanner patient={patient.id} restriction={patient.restriction} />
          </Suspense>
        )}
        {patient.open_visit !== null && allowed('attendance.view') && (
          <OrdersPendingNote visit={patient.open_visit} except={current?.key === 'visit' ? (session.get().user?.user_id ?? null) : null} />
        )}
        {tab === 'overview' && can(listDeaths) && (
          <Suspense>
            <DeathPanel patient={patient} />
          </Suspense>
        )}
        {tab === 'overview' && patient.formerly.length > 0 && can(listMerges) && (
          <Suspense>
            <MergeBanner patient={patient} />
          </Suspense>
        )}
        <Suspense fallback={<Loading />}>{current && <current.Panel key={patient.id} patient={patient} />}</Suspense>
      </div>
    </>
  )
}

/** The whole record of one patient: banner, actions, parts. */
export const PatientPage = () => {
  const id = Number(useParams()['id'])
  const record = usePatient(Number.isInteger(id) && id > 0 ? id : 0)
  // An emergency access that has ended shuts what was open.
  if (record.error instanceof ApiError && record.error.code === 'restricted')
    return (
      <Suspense fallback={<Loading rows={10} />}>
        <RestrictedRecord key={id} id={id} />
      </Suspense>
    )
  const isMissing = record.error instanceof ApiError && (record.error.status === 404 || record.error.status === 400)
  if (isMissing && !record.data) return <NotOnFile />
  return (
    <div className={`stack fill ${styles.patientPage}`}>
      <FourStates
        query={record}
        loading={
          <div className={`stack fill pad-6 ${styles.patientPanel}`}>
            <Loading rows={10} />
          </div>
        }
      >
        {(patient) =>
          // The old address of a record that was put away leads to where its rows are now.
          patient.merged_into ? <Navigate to={`/dashboard/patients/${patient.merged_into.id}`} replace /> : <Record patient={patient} />
        }
      </FourStates>
    </div>
  )
}
