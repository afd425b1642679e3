/**
 * The terms that the shop gives its customers, in calendar days unless said otherwise. Pages and emails read it here and name the
 * figures nowhere else, so that they cannot contradict each other. The database has the same days in its functions and columns
 * (such as `private.return_until`); tests compare them.
 */
export const customerTerms = {
  /** To cancel an order after it has arrived, while the seal is unbroken. */
  cancelDays: 14,
  /** To send back what one has cancelled. */
  sendBackDays: 14,
  /** Until a refund is paid. */
  refundDays: 14,
  /** After delivery, to report a defect. */
  reportDays: 7,
  /** By law, to reject what is faulty; until then a buyer asks for a return in the account. */
  rejectDays: 30,
  /** How long a carrier keeps what could not be delivered. */
  depotDays: 7,
  /** Faults in materials and workmanship are put right for so long. */
  guaranteeYears: 2,
  giftCardMonths: 24,
  /** How long links to create an account or to join the staff are valid. */
  linkDays: 7,
  dispatch: '1-2 business days',
  reply: '1-2 business days',
} as const

const { cancelDays, reportDays } = customerTerms

/** The rules of returns, each as the one sentence that pages and emails say. */
export const returnRules = {
  changeOfMind: `Change your mind within ${String(cancelDays)} days of delivery, as long as the seal is unbroken.`,
  opened: 'No returns on opened items, for reasons of hygiene.',
  defects: `Defects must be reported within ${String(reportDays)} days of delivery.`,
  rights: 'Your statutory rights are not affected.',
} as const
