/** A gift card's code as it is meant: capitals, no signs between, O for nought and I or L for one. */
export declare function normaliseGiftCard(code: string): string;
/** Whether a code can be one at all: its last sign checks the others (Luhn's sum, to the base 32). */
export declare function isGiftCardCode(code: string): boolean;
