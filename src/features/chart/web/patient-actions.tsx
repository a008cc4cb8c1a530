import { ActionIcon, Button, Kbd, Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconCandle,
  IconDots,
  IconId,
  IconLink,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { listVisits, startVisit } from '#features/attendance/contract.ts'
import { call, download } from '#web/calls/api.ts'
import { askReason, confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { useScansOf } from '#web/devices/use-scans.ts'
import { linkAccount } from '#features/patients/contract-account.ts'
import { recordDeath } from '#features/deaths/contract.ts'
import { listMergeCandidates } from '#features/patients/contract-merge.ts'
import { liftRestriction, restrictPatient } from '#features/patients/contract-restricted.ts'
import { LINK_MARK } from '#features/patients/rules.ts'
import { deactivatePatient, printPatientCard, reactivatePatient, updatePatient } from '#features/patients/contract.ts'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { NextStep } from './next-step.tsx'

const loadStartVisit = () => import('#features/attendance/web/start-visit-dialog.tsx')
const StartVisitDialog = lazy(async () => ({ default: (await loadStartVisit()).StartVisitDialog }))
const DeathDialog = lazy(async () => ({ default: (await import('#features/deaths/web/death-dialog.tsx')).DeathDialog }))
const AccountDialog = lazy(async () => ({ default: (await import('./account-dialog.tsx')).AccountDialog }))

const useCards = (id: number) => {
  const print = (kind: 'card' | 'wristband') =>
    void download(printPatientCard, { params: { id }, query: { kind } }, { open: true }).catch(toast.failed)
  return [
    { label: t('Print card'), run: () => print('card') },
    { label: t('Print wristband'), run: () => print('wristband') },
  ]
}

/** Hides the patient from lists, or brings them back, with a question first. */
const useActivation = (patient: PatientRecord) => {
  const { run } = useAction()
  const params = { id: patient.id }
  const name = nameOf(patient)
  const deactivate = async () => {
    const reason = await askReason({
      title: t('Deactivate {name}?', { name }),
      text: t('The record is hidden from lists and searches. It is never deleted and can be reactivated.'),
      action: t('Deactivate'),
      isGrave: true,
    })
    if (reason !== null) run(() => call(deactivatePatient, { params, query: { reason } }), t('{name} is deactivated.', { name }))
  }
  const reactivate = async () => {
    if (
      await confirm({
        title: t('Reactivate {name}?', { name }),
        text: t('The record appears in lists and searches again.'),
        action: t('Reactivate'),
      })
    )
      run(() => call(reactivatePatient, { params, body: {} }), t('{name} is active again.', { name }))
  }
  return patient.is_active
    ? { label: t('Deactivate'), Sign: IconUserOff, run: () => void deactivate() }
    : { label: t('Reactivate'), Sign: IconUserCheck, run: () => void reactivate() }
}

/** Lets only those open the record who care for the patient, or everybody again. */
const useRestriction = ({ id, restriction }: PatientRecord, name: string) => {
  const { run } = useAction()
  const params = { id }
  const restrict = async () => {
    const reason = await askReason({
      title: t('Restrict the record of {name}?', { name }),
      text: t(
        'Only staff currently caring for the patient will be able to open it, and others in an emergency. Everyone who opens it can read the reason.',
      ),
      action: t('Restrict'),
    })
    if (reason !== null) run(() => call(restrictPatient, { params, body: { reason } }), t('Record restricted.'))
  }
  const lift = async () => {
    const reason = await askReason({
      title: t('Lift restriction of {name}?', { name }),
      text: t('All staff with access to records can open this record again.'),
      action: t('Lift restriction'),
    })
    if (reason !== null) run(() => call(liftRestriction, { params, body: { reason } }), t('Restriction lifted.'))
  }
  return restriction === null
    ? { label: t('Restrict record…'), Sign: IconLock, run: () => void restrict() }
    : { label: t('Lift restriction…'), Sign: IconLockOpen, run: () => void lift() }
}

/** What can be done with a patient: start a visit (V), edit (E), print, link an account, deactivate. What may not be done is not there. */
export const PatientActions = ({ patient, onEdit }: { patient: PatientRecord; onEdit: () => void }) => {
  const { can } = useRights()
  const navigate = useNavigate()
  const [isStarting, setStarting] = useState(false)
  const [isRecordingDeath, setRecordingDeath] = useState(false)
  // A notification leads straight to the account that waits.
  const [search] = useSearchParams()
  const [linking, setLinking] = useState<{ scanned: string } | null>(search.has('account') ? { scanned: '' } : null)
  const cards = useCards(patient.id)
  const activation = useActivation(patient)
  const restriction = useRestriction(patient, nameOf(patient))
  const isAlive = patient.death === null
  const mayStart = can(startVisit) && patient.is_active && isAlive && patient.open_visit === null
  const mayEdit = can(updatePatient) && patient.is_active
  const mayLink = can(linkAccount) && patient.is_active && isAlive
  const mayRecordDeath = can(recordDeath) && patient.is_active && isAlive
  // A record that was put away is unlinked all the same.
  const mayAccount = mayLink || (can(linkAccount) && patient.user !== null)
  // The dialog is heavy: it comes after the record is drawn, and is there when V is pressed.
  useEffect(() => {
    if (mayStart) loadStartVisit().catch(() => {})
  }, [mayStart])
  useScansOf(LINK_MARK, (scanned) => setLinking({ scanned }), mayLink && linking === null)
  useKeys([
    ...(mayStart ? [{ keys: 'V', label: t('Start visit'), run: () => setStarting(true) }] : []),
    ...(mayEdit ? [{ keys: 'E', label: t('Edit'), run: onEdit }] : []),
  ])
  return (
    <div className="row banner-actions no-print">
      {mayEdit && (
        <Button
          className="not-phone"
          leftSection={<IconPencil size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">E</Kbd>}
          onClick={onEdit}
        >
          {t('Edit')}
        </Button>
      )}
      {can(listVisits) && <NextStep patient={patient} />}
      {mayStart && (
        <Button variant="filled" rightSection={<Kbd className="not-phone">V</Kbd>} onClick={() => setStarting(true)}>
          {t('Start visit')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="var(--k-control)" variant="default" aria-label={t('More actions')}>
            <IconDots size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <Menu.Item className="only-phone" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              {t('Edit')}
            </Menu.Item>
          )}
          {cards.map(({ label, run }) => (
            <Menu.Item key={label} leftSection={<IconId size={16} aria-hidden />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
          {mayAccount && (
            <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => setLinking({ scanned: '' })}>
              {patient.user === null ? t('Portal account…') : t('Portal account (linked)…')}
            </Menu.Item>
          )}
          {can(listMergeCandidates) && (
            <Menu.Item
              leftSection={<IconArrowMerge size={16} aria-hidden />}
              onClick={() => void navigate(`/dashboard/patients/${patient.id}/merge`)}
            >
              {t('Merge with another record…')}
            </Menu.Item>
          )}
          {can(restrictPatient) && patient.merged_into === null && (
            <Menu.Item leftSection={<restriction.Sign size={16} aria-hidden />} onClick={restriction.run}>
              {restriction.label}
            </Menu.Item>
          )}
          {mayRecordDeath && (
            <Menu.Item leftSection={<IconCandle size={16} aria-hidden />} onClick={() => setRecordingDeath(true)}>
              {t('Record death…')}
            </Menu.Item>
          )}
          {can(deactivatePatient) && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<activation.Sign size={16} aria-hidden />} onClick={activation.run}>
                {activation.label}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isStarting && (
          <StartVisitDialog
            patient={patient}
            onStarted={() => setStarting(false)}
            onOpenVisit={(id) => void navigate(`/dashboard/reception-interface?visit=${id}`)}
            onClose={() => setStarting(false)}
          />
        )}
        {isRecordingDeath && <DeathDialog patientId={patient.id} name={nameOf(patient)} close={() => setRecordingDeath(false)} />}
        {linking && can(linkAccount) && <AccountDialog patient={patient} {...linking} onClose={() => setLinking(null)} />}
      </Suspense>
    </div>
  )
}
