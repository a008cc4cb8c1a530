import { call } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { fullName } from '#web/text/format.ts'
import { endSessions, type User } from '../contract.ts'

/** Signs another person out everywhere, once that was confirmed. */
export const useEndSessions = (person: Pick<User, 'id' | 'first_name' | 'last_name'>) => {
  const { run, isRunning } = useAction()
  const name = fullName(person)
  const ask = async () => {
    const text = t('The user must sign in again on every device. Use this when a phone or computer is lost.')
    if (await confirm({ title: t('Sign {name} out everywhere?', { name }), text, action: t('Sign out everywhere') }))
      run(() => call(endSessions, { params: { id: person.id }, body: {} }), t('{name} is signed out everywhere.', { name }))
  }
  return { ask, isRunning }
}
