"""Speech models: which there are, where they are kept, and how one comes into the house.

`shelf` knows the list and the folders; `fetching` brings archives, `unpacking` opens them, `verifying` judges what was
inside, `getting` puts the three together. A model appears on the shelf in one step, whole and verified, or not at all.

What never lives here: recognising anything, or drawing a progress bar.
"""

from referee.models.shelf import SECOND, VOICES, Model, all_models, model_for
from referee.models.verifying import folder, second, voices

__all__ = ["SECOND", "VOICES", "Model", "all_models", "folder", "model_for", "second", "voices"]
