/** In a file of its own, so that only browsers that prefer dark load this theme. */
export { webDarkTheme as darkTheme } from '@fluentui/react-components';
