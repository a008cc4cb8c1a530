import { type Row, row } from './row.ts'

/** Attacks on accounts, on signing in, and on the trail of what was refused. */
export const accountAttacks: readonly Row[] = [
  row(
    'A1',
    'Refused requests that fill the audit trail, from one account or many, over several processes',
    [
      'src/features/audit/refused-requests.test.ts',
      'a flood of refused requests leaves its first row at once and one row that counts the rest',
      'several processes write the first row once, and one summary of all that they counted',
      'calls of many kinds are named up to a limit, and memory does not grow with them',
    ],
    ['src/features/users/lock-out.test.ts', 'a flood against a locked account leaves one row a minute'],
  ),
  row('A2', 'Refused requests as fast as the line carries them', [
    'src/features/audit/refused-requests.test.ts',
    'refused requests beyond a limit are 429, and what the person may do goes on',
    'a stranger is counted by network',
  ]),
  row(
    'A3',
    'Sessions and live streams without end',
    ['src/features/users/lock-out.test.ts', 'of too many sessions the oldest end, also when all begin at once, and the person is told'],
    ['src/platform/http/event-stream.test.ts', 'one account may not open streams without end, over all of its sessions'],
  ),
  row('A4', 'Wrong passwords that lock the whole clinic out', [
    'src/features/users/lock-out.test.ts',
    'a stranger who types wrong passwords locks out nobody but their own network',
    'a network has sixty wrong passwords in a quarter of an hour, whomever they name',
    'a known browser has five tries of its own, and is no key to another account',
    'a one-time password, and a password of one’s own, make the other browsers strangers',
  ]),
  row('A5', 'Guessing from many networks', [
    'src/features/users/lock-out.test.ts',
    'whoever guesses from many networks gets twenty tries, and the known browser still opens',
  ]),
  row('A6', 'A clinic that can no longer be claimed, because a stranger came first', [
    'src/features/setup/setup.test.ts',
    'before the set-up nothing public writes, and the clinic stays claimable',
    'an account of a patient, from wherever it came, keeps nobody from setting the clinic up',
  ]),
  row('A7', 'An account registered in advance for the address of a colleague', [
    'src/features/users/conversion.test.ts',
    'a registered address that becomes staff has a one-time password, and nothing of the stranger opens it',
    'an account that stays a patient by role and gets a group of staff is converted too',
    'with e-mail, whoever registers gets a code, and the address counts once the code was typed',
  ]),
  row('A8', 'A cookie that a neighbour of the domain, or an attacker on the wire, puts in the place of ours', [
    'src/runtime/https.test.ts',
    'to other machines it speaks https, with a certificate of its own; a caller that forgets the s gets a sentence that says so',
  ]),
  row(
    'A9',
    'A portal account taken over by a user who changes accounts: by a group, a role, an address or a reset',
    [
      'src/features/patients/account-confirmation.test.ts',
      'gets no other password, e-mail, second step or role from staff until it is unlinked',
      'is not taken over by users.change alone: out of the group of patients and into it again is no new password',
    ],
    [
      'src/features/users/conversion.test.ts',
      'the group of patients makes nobody staff: leaving it and joining it again gives no password',
    ],
  ),
  row('A10', 'An account of a patient whose password another person chose', [
    'src/features/users/conversion.test.ts',
    'nobody chooses the password of a patient account that they add',
    'staff that become a patient are signed out, and the password that was chosen for them opens nothing',
  ]),
  row('A11', 'Another’s record read through a merge with one’s own, by one person', [
    'src/features/patients/account-confirmation.test.ts',
    'with a record that has an account is refused, whichever stays and whoever merges: it would read another record',
    'ends what waits for either record: the code that was sent before opens nothing after',
    'leaves the contact to confirm only where both records had it, and whoever merged confirms nothing',
  ]),
  row(
    'A12',
    'A contact of one’s own written into another’s record, by hand or by a public booking, to confirm an account with it',
    [
      'src/features/patients/account-confirmation.test.ts',
      'a contact that the same person wrote into the record confirms nothing, however long ago',
      'confirms nothing for the account that wrote the new one while it was on the record',
      'is told so once, without a name, whoever replaces it: staff, the portal or a merge',
    ],
    ['src/features/booking/requests.test.ts', 'brings no contact that confirms a portal account: anybody may have sent it'],
  ),
  row(
    'A13',
    'Calls that use up the limit of a network, so that no user there can sign in or stay signed in',
    [
      'src/features/users/lock-out.test.ts',
      'a stranger who uses up the sign-ins of a network stops no browser that is known',
      'a stranger who uses up the refreshes of a network ends no session there: only what is refused counts',
      'signed-in calls are counted by account: nobody in the network takes them from others',
    ],
    ['src/features/users/second-factor.test.ts', 'a stranger who uses up the codes of a network stops nobody who typed the password there'],
  ),
  row(
    'A14',
    'Requests over HTTP/2 that are reset as soon as they are sent, more of them at once than a page has, and floods of frames that say nothing',
    [
      'src/acceptance/transport-http2.test.ts',
      'ten thousand requests that are reset at once end their connections; others are answered, and nothing stays behind',
    ],
    [
      'src/platform/http/http2.test.ts',
      'thousands of requests that are reset at once begin no more work than a connection may have, and end it',
      'requests that are reset faster than pages are left end the connection, though none of them is work',
      'requests beyond those that may be open at once are refused, the others answered',
      'a client that has read how many may be open, and opens more, is ended',
      'a flood of %s frames is ended, a few are answered',
      '%s without end are ended',
    ],
  ),
]
