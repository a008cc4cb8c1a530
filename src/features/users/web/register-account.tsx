import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { registerPatientAccount } from '../contract.ts'
import { usePasswordLength } from './password-length.ts'
import { parseDay } from '#web/text/day-text.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { PlainPage } from '#web/plain-page.tsx'
import { session } from '#web/session/session.ts'
import { keepSlipCode } from '#web/session/slip-code.ts'
import { useStore } from '#web/state/store.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'

/** The square of a slip leads here, with its code behind the #; it waits in this tab until the person has signed in. */
const keepCodeOfSlip = () => {
  const code = location.hash.slice(1)
  if (/^[0-9A-Za-z-]{12,14}$/.test(code)) keepSlipCode(code)
}

const RegisterForm = () => {
  const go = useNavigate()
  const length = usePasswordLength()
  const account = useEndpointForm(registerPatientAccount, {
    initialValues: { first_name: '', last_name: '', email: '', phone: '', date_of_birth: '', password: '' },
    toBody: (values) => ({ ...values, date_of_birth: parseDay(values.date_of_birth) ?? values.date_of_birth }),
    check: ({ password }) => length.check('password', password),
    onSaved: () => {
      toast.done(t('You can sign in now. If you already had an account with this address, its password is unchanged.'))
      void go('/auth/login')
    },
  })
  const { getInputProps } = account.form
  return (
    <PlainPage title={t('Register as a patient')} wide>
      <p className="t2">{t('Create your account here. Then sign in and link it to your health record: the clinic helps you with that.')}</p>
      <EndpointForm form={account} save={t('Register')} onCancel={() => void go('/auth/login')}>
        <div className="section-grid">
          <TextInput label={t('First name')} autoComplete="given-name" required data-autofocus {...getInputProps('first_name')} />
          <TextInput label={t('Last name')} autoComplete="family-name" required {...getInputProps('last_name')} />
          <TextInput label={t('E-mail')} type="email" autoComplete="username" required {...getInputProps('email')} />
          <TextInput label={t('Phone')} type="tel" autoComplete="tel" {...getInputProps('phone')} />
          <TextInput
            label={t('Date of birth')}
            description={t('Day, month, year')}
            autoComplete="bday"
            {...getInputProps('date_of_birth')}
          />
          <PasswordInput
            label={t('Password')}
            description={length.hint}
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
            {...getInputProps('password')}
          />
        </div>
      </EndpointForm>
      <p className="small t2">
        {t('Already have an account?')} <Link to="/auth/login">{t('Sign in')}</Link>
      </p>
    </PlainPage>
  )
}

/** Patients make their own account; the desk, or a slip of the desk, links it to their record. */
export const RegisterAccountPage = () => {
  const { user } = useStore(session)
  // Before anything leads away from the address.
  useState(keepCodeOfSlip)
  return user ? <Navigate to={user.role === 'patient' ? '/patient-overview/link' : '/'} replace /> : <RegisterForm />
}
