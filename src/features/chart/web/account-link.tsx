import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { checkAccount, linkAccount, printLinkSlip, revokeLinkSlip, type getPatientAccount } from '#features/patients/contract-account.ts'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { call, download } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { useScans } from '#web/devices/use-scans.ts'
import { AccountCompare, type Account } from './account-compare.tsx'

interface Props {
  patient: PatientRecord
}

interface Found {
  code: string
  account: Account
}

/** The person at the desk shows the code; typed or scanned, it tells whose account it is. */
const EnterCode = ({ patient, scanned, onFound }: Props & { scanned: string; onFound: (found: Found) => void }) => {
  const endpointForm = useEndpointForm(checkAccount, {
    initialValues: { code: scanned },
    params: { id: patient.id },
    onSaved: (account, { code }) => onFound({ code, account }),
  })
  useScans((code) => {
    endpointForm.form.setFieldValue('code', code)
    endpointForm.submit()
  })
  return (
    <EndpointForm form={endpointForm} save={t('Check account')}>
      <TextInput
        label={t('Code on the patient’s phone')}
        description={t('Enter it, or scan the QR code. The patient finds it in the portal under “Link my record”.')}
        required
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...endpointForm.form.getInputProps('code')}
      />
    </EndpointForm>
  )
}

/** Account and record side by side: nobody is linked before somebody has looked. */
const ConfirmLink = ({ patient, found, onBack }: Props & { found: Found; onBack: () => void }) => {
  const endpointForm = useEndpointForm(linkAccount, {
    initialValues: { isChecked: false },
    params: { id: patient.id },
    version: patient.version,
    toBody: () => ({ code: found.code, account: found.account.id }),
    check: ({ isChecked }): Record<string, string> => (isChecked ? {} : { isChecked: t('Confirm the patient’s identity first.') }),
    // The dialog goes on with who has to confirm it.
    onSaved: () => {},
  })
  return (
    <EndpointForm form={endpointForm} save={t('Request confirmation')} onCancel={onBack}>
      <AccountCompare account={found.account} patient={patient} />
      <Checkbox
        label={t('I have confirmed the identity: the person in front of me is this patient, and the account is theirs.')}
        {...endpointForm.form.getInputProps('isChecked', { type: 'checkbox' })}
      />
    </EndpointForm>
  )
}

type Slip = NonNullable<ResponseOf<typeof getPatientAccount>['slip']>

/** For a patient who has no telephone at hand: a code on paper. */
const SlipSection = ({ patient, slip }: { patient: PatientRecord; slip: Slip | null }) => {
  const { run, isRunning } = useAction()
  const params = { id: patient.id }
  const print = async () => {
    const asked = {
      title: t('Print new slip?'),
      text: t('The code on the slip printed before stops working.'),
      action: t('Print'),
    }
    if (slip === null || (await confirm(asked))) run(() => download(printLinkSlip, { params, body: {} }, { open: true }))
  }
  return (
    <section className="section" aria-label={t('Printed slip')}>
      <h3>{t('Printed slip')}</h3>
      <p className="t2 small">
        {slip
          ? t('{who} printed a slip on {day}, valid until {until}.', {
              who: slip.made_by,
              day: dayOf(slip.made_at),
              until: dayOf(slip.expires_at),
            })
          : t('No phone at hand? Print a slip with a code. It is valid for fourteen days, together with the date of birth.')}
      </p>
      <Group>
        <Button loading={isRunning} onClick={() => void print()}>
          {slip ? t('Print new slip') : t('Print slip')}
        </Button>
        {slip && (
          <Button loading={isRunning} onClick={() => run(() => call(revokeLinkSlip, { params }), t('Slip revoked.'))}>
            {t('Revoke slip')}
          </Button>
        )}
      </Group>
    </section>
  )
}

/** Asks for a patient's account to be linked, in two steps, or prints the slip with which the patient does it. */
export const LinkSteps = ({ patient, slip, scanned }: Props & { slip: Slip | null; scanned: string }) => {
  const [found, setFound] = useState<Found | null>(null)
  if (found) return <ConfirmLink patient={patient} found={found} onBack={() => setFound(null)} />
  return (
    <div className="form-stack">
      <EnterCode patient={patient} scanned={scanned} onFound={setFound} />
      <SlipSection patient={patient} slip={slip} />
    </div>
  )
}
