import { tokens } from '@fluentui/react-components';

const tone = (color: string, subtle: string = color) => ({
  default: color,
  subtle,
  highlightColors: { default: tokens.colorNeutralBackground4, subtle: tokens.colorNeutralBackground4 },
});

const foreground = {
  default: tone(tokens.colorNeutralForeground1, tokens.colorNeutralForeground2),
  dark: tone(tokens.colorNeutralForeground1),
  light: tone(tokens.colorNeutralForeground2),
  accent: tone(tokens.colorBrandForeground1),
  good: tone(tokens.colorStatusSuccessForeground1),
  warning: tone(tokens.colorStatusWarningForeground3),
  // Fluent's token for this status has too little contrast on dark surfaces (4.16 : 1), so a red of its palette is
  // used.
  attention: tone(tokens.colorPaletteRedForeground1),
};
const container = (backgroundColor: string) => ({ backgroundColor, foregroundColors: foreground });

/**
 * The style of cards in the web app. Fluent's tokens are CSS variables, so a card need not be drawn again when the
 * theme changes.
 */
export const cardHostConfig = {
  fontFamily: tokens.fontFamilyBase,
  supportsInteractivity: true,
  spacing: { small: 4, default: 8, medium: 12, large: 16, extraLarge: 24, padding: 0 },
  separator: { lineThickness: 1, lineColor: tokens.colorNeutralStroke2 },
  fontSizes: { small: 12, default: 14, medium: 16, large: 18, extraLarge: 22 },
  fontWeights: { lighter: 400, default: 400, bolder: 600 },
  imageSizes: { small: 32, medium: 64, large: 128 },
  containerStyles: {
    default: container('transparent'),
    emphasis: container(tokens.colorNeutralBackground3),
    accent: container(tokens.colorBrandBackground2),
    good: container(tokens.colorStatusSuccessBackground1),
    warning: container(tokens.colorStatusWarningBackground1),
    attention: container(tokens.colorStatusDangerBackground1),
  },
  // Level 3, because the heading above a card (the title of a dialog or of a preview) has level 2.
  textBlock: { headingLevel: 3 },
  inputs: {
    label: {
      inputSpacing: 'small',
      requiredInputs: { suffix: ' *', suffixColor: 'attention', weight: 'bolder' },
      optionalInputs: { weight: 'bolder' },
    },
    errorMessage: { color: 'attention', spacing: 'small' },
  },
  actions: {
    maxActions: 6,
    spacing: 'medium',
    buttonSpacing: 8,
    actionsOrientation: 'horizontal',
    actionAlignment: 'left',
    showCard: { actionMode: 'inline', inlineTopMargin: 12, style: 'emphasis' },
  },
};
