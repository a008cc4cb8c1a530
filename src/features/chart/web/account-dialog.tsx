import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getPatientAccount, unlinkAccount } from '#features/patients/contract-account.ts'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { call, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime, fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { LinkSteps } from './account-link.tsx'
import { AccountRequest } from './account-request.tsx'

interface Props {
  patient: PatientRecord
  /** What was scanned to open it. */
  scanned: string
  onClose: () => void
}

type Linked = NonNullable<ResponseOf<typeof getPatientAccount>['account']>

const since = ({ kind, linked_at, linked_by }: Linked) => {
  if (linked_at === null || linked_by === null) return null
  const values = { who: linked_by, at: dateTime(linked_at) }
  return kind === 'slip' ? t('Linked by the patient with a slip on {at}.', values) : t('Linked by {who} on {at}.', values)
}

const LinkedAccount = ({ patient, account, onClose }: Omit<Props, 'scanned'> & { account: Linked }) => {
  const { run } = useAction()
  const unlink = async () => {
    onClose()
    const reason = await askReason({
      title: t('Unlink the account of {name}?', { name: nameOf(patient) }),
      text: t('The patient can no longer read this record in the portal.'),
      action: t('Unlink'),
    })
    if (reason !== null) run(() => call(unlinkAccount, { params: { id: patient.id }, body: { reason } }), t('Account unlinked.'))
  }
  return (
    <>
      <p>{t('A portal account is linked: the patient can read this record in the portal.')}</p>
      <p>
        <bdi className="strong">{fullName({ first_name: account.first_name, second_name: account.last_name })}</bdi>
        <br />
        <bdi>{account.email}</bdi>
      </p>
      <p className="t2 small">{since(account)}</p>
      {account.way !== null && (
        <p className="t2 small">
          {account.way === 'contact'
            ? t('Confirmed by the patient with a code sent to the contact on file.')
            : t('Confirmed by {who}.', { who: account.confirmed_by ?? '' })}
        </p>
      )}
      <Group justify="flex-end">
        <Button onClick={() => void unlink()}>{t('Unlink')}</Button>
      </Group>
    </>
  )
}

/** Links the patient's portal account by the code that it shows, or by a printed slip; where one is linked, says whose and unlinks it. */
export const AccountDialog = ({ patient, scanned, onClose }: Props) => {
  const asked = useQuery(query(getPatientAccount, { params: { id: patient.id } }))
  return (
    <Modal opened onClose={onClose} size={560} title={t('Portal account')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <FourStates query={asked} loading={<Loading rows={3} />}>
        {({ account, request, slip }) =>
          account !== null ? (
            <LinkedAccount patient={patient} account={account} onClose={onClose} />
          ) : request !== null ? (
            <AccountRequest key={request.id} patient={patient} request={request} onClose={onClose} />
          ) : (
            <LinkSteps patient={patient} slip={slip} scanned={scanned} />
          )
        }
      </FourStates>
    </Modal>
  )
}
