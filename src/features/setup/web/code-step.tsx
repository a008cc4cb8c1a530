import { TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import type { SetUp } from './use-set-up.ts'

/** Whoever can read what the program printed at its start may claim the clinic. */
export const CodeStep = ({ form }: Pick<SetUp, 'form'>) => (
  <>
    <p className="t2">
      {t(
        'The program printed a code where it was started. It proves that this clinic is yours; every start of the program prints a new one.',
      )}
    </p>
    <TextInput
      label={t('Set-up code')}
      description={t('Two groups of four, for example ABCD-EFGH. Small letters and spaces do not matter.')}
      className="code-box"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required
      maxLength={40}
      {...form.getInputProps('code')}
    />
  </>
)
