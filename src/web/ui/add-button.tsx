import { Button, Kbd } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keyLabel, useKeys } from '../keyboard/keys.ts'

interface AddButtonProps {
  /** In the person's language. */
  label: string
  onClick: () => void
  quiet?: boolean | undefined
  /** Of the second list of a page: the key is the first one's. */
  isSecond?: boolean | undefined
}

/** The button that adds a row to the list of a page; the key N does the same. */
export const AddButton = ({ label, onClick, isSecond = false, quiet = isSecond }: AddButtonProps) => {
  useKeys(isSecond ? [] : [{ keys: 'N', label, run: onClick }])
  return (
    <Button
      variant={quiet ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={!isSecond && <Kbd className="not-phone">{keyLabel('N')}</Kbd>}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
