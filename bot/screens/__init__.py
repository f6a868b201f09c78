"""What a person sees and presses: scenes and texts become Discord's components."""
