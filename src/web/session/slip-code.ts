const KEY = 'slip-code'

/** Keeps the code of a slip that was read with a camera until the person has signed in, in this tab alone. */
export const keepSlipCode = (code: string) => {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // The browser forbids it: the code is then typed from the slip.
  }
}

/** The code that was kept; '' for none. */
export const keptSlipCode = (): string => {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Forgets the code: it was used, or somebody else comes to the machine. */
export const forgetSlipCode = () => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
