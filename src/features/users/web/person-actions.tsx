import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconChevronDown, IconDeviceMobileOff, IconKey, IconLogout, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { disableUser, resetPassword, updateUser, type User } from '../contract.ts'
import { resetSecondFactor } from '../contract-security.ts'
import { OneTimePassword } from './one-time-password.tsx'
import { bodyOf, valuesOf } from './person-fields.tsx'
import { useEndSessions } from './use-end-sessions.ts'

interface Action<T> {
  action: () => Promise<T>
  message: string
  onDone?: (result: T) => void
  onRefused: Props['onRefused']
}

/** An action with its toast; everything on the screen is asked for again. What has to be done before it is more than a toast can say. */
const useAction = <T,>({ action, message, onDone, onRefused }: Action<T>) =>
  useMutation({
    mutationFn: action,
    onSuccess: (result) => {
      void queryClient.invalidateQueries()
      onRefused(null)
      toast.done(message)
      onDone?.(result)
    },
    onError: (error) => (error instanceof ApiError && error.code === 'linked_account' ? onRefused(messageOf(error)) : toast.failed(error)),
  })

interface Props {
  person: User
  version: number
  /** An action makes the record's next version: the form that stands open goes on from it. */
  onVersion: (version: number) => void
  /** Why nothing of it can be done before something else is; null once that is over. */
  onRefused: (why: string | null) => void
}

/** What is done to an account at once: new password, sessions ended, disabled, enabled. Each asks first. */
export const PersonActions = ({ person, version, onVersion, onRefused }: Props) => {
  const { id, email } = person
  const name = fullName(person)
  const endSessions = useEndSessions(person)
  const [password, setPassword] = useState<string | null>(null)
  const reset = useAction({
    action: () => call(resetPassword, { params: { id }, body: {} }),
    message: t('{name} has a new one-time password.', { name }),
    onDone: ({ one_time_password }) => {
      onVersion(version + 1)
      setPassword(one_time_password)
    },
    onRefused,
  })
  const resetFactor = useAction({
    action: () => call(resetSecondFactor, { params: { id }, body: {} }),
    message: t('{name}: two-factor authentication is turned off.', { name }),
    onDone: () => onVersion(version + 1),
    onRefused,
  })
  const disable = useAction({
    action: () => call(disableUser, { params: { id } }),
    message: t('{name} is disabled.', { name }),
    onDone: () => onVersion(version + 1),
    onRefused,
  })
  const enable = useAction({
    action: () => call(updateUser, { params: { id }, body: { ...nulled(bodyOf(valuesOf(person))), is_active: true, version } }),
    message: t('{name} can sign in again.', { name }),
    onDone: (saved) => onVersion(saved.version),
    onRefused,
  })
  const askReset = async () => {
    const text = t('The old password stops working at once, and the user is signed out everywhere.')
    if (await confirm({ title: t('Create a one-time password for {name}?', { name }), text, action: t('New one-time password') }))
      reset.mutate()
  }
  const askResetFactor = async () => {
    const text = t(
      'Use this when a user has lost both phone and recovery codes. Check their identity first. They are signed out everywhere and notified at the next sign-in.',
    )
    if (
      await confirm({
        title: t('Reset two-factor authentication of {name}?', { name }),
        text,
        action: t('Reset two-factor authentication'),
        isGrave: true,
      })
    )
      resetFactor.mutate()
  }
  const askDisable = async () => {
    const text = t(
      'The user is signed out at once and can no longer sign in. Their records keep their name. You can enable the account again.',
    )
    if (await confirm({ title: t('Disable {name}?', { name }), text, action: t('Disable'), isGrave: true })) disable.mutate()
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{t('Account')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {person.is_active && (
            <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => void askReset()}>
              {t('New one-time password')}
            </Menu.Item>
          )}
          {person.is_active && (
            <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void endSessions.ask()}>
              {t('Sign out everywhere')}
            </Menu.Item>
          )}
          {person.is_active && person.has_second_factor && (
            <Menu.Item leftSection={<IconDeviceMobileOff size={16} aria-hidden />} onClick={() => void askResetFactor()}>
              {t('Reset two-factor authentication')}
            </Menu.Item>
          )}
          {person.is_active ? (
            <Menu.Item leftSection={<IconUserOff size={16} aria-hidden />} onClick={() => void askDisable()}>
              {t('Disable')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconUserCheck size={16} aria-hidden />} onClick={() => enable.mutate()}>
              {t('Enable')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {password !== null && <OneTimePassword name={name} email={email} password={password} onClose={() => setPassword(null)} />}
    </>
  )
}

const nulled = ({ phone, profession, date_of_birth, ...rest }: ReturnType<typeof bodyOf>) => ({
  ...rest,
  phone: phone || null,
  profession: profession || null,
  date_of_birth: date_of_birth || null,
})
